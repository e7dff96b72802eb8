import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everything, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import { equipmentEndpoints } from '../../../contract/equipment/equipment.ts';
import { Problem } from '../../../contract/problem.ts';
import { createServerSource } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import { settingsOfEntry } from '../connection-entry.ts';
import { createEquipment } from '../equipment.ts';
import { importEntries, readEntries } from '../equipment-store.ts';
import { sql } from 'kysely';

const mats = {
  name: 'mats',
  preset: 'generic-json' as const,
  topic: 'sensors',
  location: 'harbour',
  rooms: [{ room: 'room-1', device: 'mat-12' }],
};
let database: Database;
let app: SmallApp;
const equipment = createEquipment([]);

const reload = async () => void equipment.replace((await readEntries(database.query)).map(settingsOfEntry));

beforeEach(async () => {
  database = await openSmallHome();
  await importEntries(database, { file: 'f', entries: [mats], removeMissing: false }, createServerSource());
  await reload();
  app = await startSmallApp({ database, equipment, equipmentSources: { reload, embeddedPort: 1883 } });
});
afterEach(async () => {
  await app.close();
  await database.close();
});

const administrator = () => app.users.token([everything], { roles: ['administrator'] });

async function send(method: string, body?: unknown, path = '/manage/equipment') {
  return fetch(`${app.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${administrator()}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function state() {
  return equipmentEndpoints.getEquipment.response.parse(await (await send('GET')).json());
}

/** Returns the stored connection in the form in which a form sends it back. */
async function stored(name: string) {
  const { connections } = await state();
  const version = connections.find(({ connection }) => connection.name === name)?.version ?? '';
  return { name, version };
}

async function deviceEvents() {
  const events = await database.query
    .selectFrom('audit_event')
    .select(['action', 'object_name'])
    .orderBy('sequence')
    .execute();
  return events.filter(({ action }) => action.startsWith('connection'));
}

test('a connection that an administrator adds, changes and removes is stored, applied at once and recorded in the audit log', async () => {
  const { connections, embeddedPort, presets } = await state();
  expect(connections).toMatchObject([{ connection: mats }]);
  expect(embeddedPort).toBe(1883);
  expect(presets.find(({ name }) => name === 'shelly')?.product).toContain('Shelly');
  const beds = { ...mats, name: 'beds', topic: 'beds' };
  expect((await send('PATCH', { before: null, after: beds })).status).toBe(200);
  const renamed = { ...beds, name: 'big-beds', rooms: [...mats.rooms, { room: 'room-2', device: 'mat-13' }] };
  expect((await send('PATCH', { before: await stored('beds'), after: renamed })).status).toBe(200);
  expect(equipment.settings().map(({ name, rooms }) => [name, rooms.length])).toEqual([
    ['big-beds', 2],
    ['mats', 1],
  ]);
  expect((await send('PATCH', { before: await stored('big-beds'), after: null })).status).toBe(200);
  expect(equipment.settings().map(({ name }) => name)).toEqual(['mats']);
  expect(await readEntries(database.query)).toEqual([mats]);
  expect(await deviceEvents()).toEqual([
    { action: 'connection.add', object_name: 'beds' },
    { action: 'connection.change', object_name: 'big-beds' },
    { action: 'connection.remove', object_name: 'big-beds' },
  ]);
});

test('an invalid connection of an administrator is refused with the form fields of its problems, and changes nothing', async () => {
  const errorsOf = async (after: object) => {
    const response = await send('PATCH', { before: null, after: { ...mats, name: 'two', ...after } });
    expect(response.status).toBe(422);
    return Problem.parse(await response.json()).errors?.map(({ field, code }) => [field, code]);
  };
  expect(await errorsOf({ name: 'a b', preset: 'other' })).toEqual([
    ['name', 'plain-word'],
    ['preset', 'not-in-list'],
  ]);
  expect(await errorsOf({ rooms: [{ room: 'room-1' }, { room: 'room-2', devic: 'x' }] })).toEqual([
    ['rooms[0].device', 'no-name-in-role'],
    ['rooms[0]', 'no-names'],
    ['rooms[1].devic', 'not-in-list'],
    ['rooms[1].device', 'no-name-in-role'],
    ['topic', 'topics-overlap'],
  ]);
  expect(await readEntries(database.query)).toEqual([mats]);
});

test('of two administrators who change a connection at once the second gets a conflict with the stored one', async () => {
  const before = await stored('mats');
  const change = (topic: string) => send('PATCH', { before, after: { ...mats, topic } });
  const responses = await Promise.all([change('one'), change('two')]);
  const [saved, refused] = responses.toSorted((a, b) => a.status - b.status);
  expect([saved?.status, refused?.status]).toEqual([200, 409]);
  const { conflict } = equipmentEndpoints.changeConnection;
  const { current } = z.object({ current: conflict }).parse(await refused?.json());
  expect([current]).toEqual((await state()).connections);
  await send('PATCH', { before: await stored('mats'), after: null });
  const late = await change('three');
  expect([late.status, z.object({ current: conflict }).parse(await late.json()).current]).toEqual([409, null]);
});

test('a connection is not applied when its audit event cannot be stored', async () => {
  const before = await stored('mats');
  await failCommits(database);
  expect((await send('PATCH', { before, after: null })).status).toBe(500);
  expect(await readEntries(database.query)).toEqual([mats]);
  expect(equipment.settings().map(({ name }) => name)).toEqual(['mats']);
});

test('an arriving message is explained to an administrator by a connection form that is neither saved nor complete', async () => {
  const draft = { ...mats, name: '', topic: 'beds', location: 'harbour' };
  const explained = async (change: object, device: string) => {
    const connection = { ...draft, ...change };
    const listen = async () => {
      const response = await send('POST', { connection }, '/manage/equipment/messages');
      return equipmentEndpoints.listenToMessages.response.parse(await response.json()).items.at(-1)?.explanation;
    };
    await listen();
    app.listeners.offer({ topic: 'beds/7', payload: Buffer.from(JSON.stringify({ device, status: 'in_bed' })) });
    return listen();
  };
  expect(await explained({}, 'mat-12')).toMatchObject({
    outcome: 'accepted',
    rooms: [{ room: 'harbour/room-1', status: 'in_bed', values: { device: 'mat-12' }, reason: null }],
  });
  expect(await explained({ rooms: [] }, 'mat-77')).toMatchObject({
    outcome: 'refused',
    reason: { code: 'unknown-device', values: { device: 'mat-77 (device)' } },
  });
});

const statements = {
  sqlite: [
    'create table never (sequence integer references audit_event (sequence) deferrable initially deferred)',
    'create trigger fail_commit after insert on audit_event begin insert into never values (-1); end',
  ],
  postgres: [
    "create function fail_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$",
    `create constraint trigger fail_commit after insert on audit_event deferrable initially deferred
     for each row execute function fail_commit()`,
  ],
} as const;

/** From now on the commit of each transaction with an event for the audit log fails. */
async function failCommits({ kind, query }: Database): Promise<void> {
  for (const statement of statements[kind]) await sql.raw(statement).execute(query);
}
