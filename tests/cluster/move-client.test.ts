/** Moves a client between two cells, each a server on a database of its own, while its device reports all the time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../src/domain/user.ts';
import { createDeviceKey } from '../../src/server/devices/keys/device-keys.ts';
import {
  logTables,
  otherTables,
  placesOf,
  placeTables,
  settlingTables,
} from '../../src/server/maintenance/move/client-tables.ts';
import type { MoveStep } from '../../src/server/maintenance/move/move-client.ts';
import { runCommand, runDone } from '../support/app/run-command.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { readEvents } from '../support/event-reader.ts';
import { nameRooms, seedSmallHome, small } from '../support/homes/small-home.ts';
import { createTestUsers } from '../support/identity/test-users.ts';
import { ReportingDevice } from '../support/move/reporting-device.ts';

interface Cell extends TestApp {
  readonly databaseUrl: string;
}

const people = createTestUsers(Date.now);
const nurse = people.token([{ kind: 'ward', uuid: small.wardA1x }]);
const otherNurse = people.token([{ kind: 'client', uuid: small.clientB }]);
const clientA: Scope = { kind: 'client', uuid: small.clientA };
const rooms = [small.streamA1x1, small.streamA1x2, small.streamA1y1];

let postgres: OwnPostgres;
let oldCell: Cell;
let newCell: Cell;
let deviceKey: string;
let cellCount = 0;
beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 120_000);
afterAll(() => postgres.close());
beforeEach(async () => {
  [oldCell, newCell] = await Promise.all([startCell(), startCell()]);
  await seedSmallHome(oldCell.database);
  await nameRooms(oldCell.database);
  const options = { name: 'gateway', scope: clientA, now: Date.now() };
  deviceKey = (await createDeviceKey(oldCell.database, options)).key;
  return async () => {
    await Promise.all([oldCell.close(), newCell.close()]);
  };
});

async function startCell(): Promise<Cell> {
  const name = `cell_${(cellCount += 1)}`;
  await postgres.createDatabase(name);
  const databaseUrl = postgres.url(name);
  const settings = { DATABASE_URL: databaseUrl };
  return { ...(await startTestApp({ settings, authenticator: people, args: ['--no-demo'] })), databaseUrl };
}

const settingsOf = ({ databaseUrl }: Cell) => ({ DATABASE_URL: databaseUrl });
const words = (...more: readonly string[]) => ['move-client', small.clientA, ...more];
const toNewCell = () => words('--to', newCell.databaseUrl, '--address', newCell.url);

function startDevice() {
  const device = new ReportingDevice({ url: oldCell.url, key: deviceKey, rooms });
  onTestFinished(async () => void (await device.stop().catch(() => undefined)));
  return device;
}

async function loggedIds({ database }: Cell, room: string): Promise<readonly (string | null)[]> {
  const log = database.query.selectFrom('report').select('report_id').where('stream_uuid', '=', room);
  return (await log.orderBy('sequence').execute()).map(({ report_id }) => report_id);
}

const get = (cell: Cell, path: string, token = nurse) =>
  fetch(`${cell.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
const listPath = `/streams?locationUUID=${small.wardA1x}`;

test('a client moves while its device reports: each accepted report is once in the new cell, in order, and the boards follow', async () => {
  const device = startDevice();
  await device.reports(60);
  const board = await readEvents(oldCell.url, small.wardA1x, nurse);
  expect(await runDone(settingsOf(oldCell), toNewCell())).toContain(`The client ${small.clientA} has moved to`);

  await device.reports(60);
  await board.ended;
  for (const path of [listPath, `/streams/events?wardUUID=${small.wardA1x}`]) {
    const answer = await get(oldCell, path);
    expect([answer.status, await answer.json()]).toMatchObject([410, { address: newCell.url }]);
    expect((await get(oldCell, path, otherNurse)).status).toBe(404);
  }
  const { accepted } = await device.stop();
  for (const room of rooms) {
    expect(accepted.get(room)?.length).toBeGreaterThan(20);
    expect(await loggedIds(newCell, room)).toEqual(accepted.get(room));
  }
  expect(await (await get(newCell, listPath)).json()).toMatchObject({ items: [{ uuid: small.streamA1x1 }, {}, {}] });
  for (const cell of [oldCell, newCell])
    expect(await runCommand(settingsOf(cell), ['check'])).toMatchObject({ code: 0 });
});

const programFile = join(import.meta.dirname, '../support/move/move-until-step.ts');

/** Runs the move in a process that is killed at the beginning of a step. */
async function moveUntil(step: MoveStep): Promise<void> {
  const place = [oldCell.databaseUrl, newCell.databaseUrl, small.clientA, newCell.url];
  const child = spawn(process.execPath, [programFile, ...place, step], { stdio: ['ignore', 'inherit', 'inherit'] });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

const hasClient = async ({ database }: Cell): Promise<boolean> => {
  const client = database.query.selectFrom('client').select('uuid').where('uuid', '=', small.clientA);
  return (await client.executeTakeFirst()) !== undefined;
};

test('a move that is killed at any step is completed by the next command, and each accepted report is once in the new cell', async () => {
  const device = startDevice();
  await device.reports(20);
  for (const step of ['catch-up', 'copy-rest', 'leave'] as const) {
    await moveUntil(step);
    await device.reports(20);
    expect(await hasClient(oldCell), step).toBe(true);
    // After `leave` the new cell has a frozen copy, which the next command deletes.
    expect(await hasClient(newCell), step).toBe(step === 'leave');
  }
  await moveUntil('arrive');
  expect((await get(oldCell, listPath)).status, 'no board is led to rooms that take no reports').toBe(503);
  await moveUntil('audit');
  expect((await get(oldCell, listPath)).status).toBe(410);
  await device.reports(20);
  await runDone(settingsOf(oldCell), toNewCell());
  await runDone(settingsOf(oldCell), toNewCell());
  const { accepted } = await device.stop();
  for (const room of rooms) expect(await loggedIds(newCell, room)).toEqual(accepted.get(room));
  expect(await runCommand(settingsOf(newCell), ['check'])).toMatchObject({ code: 0 });

  const forgotten = await runDone(settingsOf(oldCell), words('--forget'));
  expect(forgotten).toContain('has forgotten');
  expect(await loggedIds(oldCell, small.streamA1x1)).toEqual([]);
  expect(await oldCell.database.query.selectFrom('device_key').select('name').execute()).toEqual([
    { name: 'test gateway' },
  ]);
}, 240_000);

const [subject, at] = ['nurse 1', Date.now()];
const inWard = { ward_uuid: small.wardA1x };
const inRoom = { stream_uuid: small.streamA1x1 };
const person = { subject, display_name: 'Nurse One' };

/** One row of each table that a fall, its answer and the device key do not fill. */
async function seedOtherRows({ database: { query } }: Cell): Promise<void> {
  const contact = {
    uuid: 'contact 1',
    name: 'Desk',
    channel: 'webhook',
    address: 'https://example.org',
    language: 'en',
  } as const;
  const notice = {
    ...inWard,
    ...inRoom,
    alert_uuid: 'alert 1',
    raised_at: at,
    kind: 'alert',
    attempts: 1,
    outcome: null,
  } as const;
  const recipient = {
    recipient_kind: 'person',
    recipient_id: subject,
    recipient_name: null,
    reason: null,
    is_grouped: 0,
  } as const;
  const sent = { ...notice, ...recipient, due_at: null, message_uuid: null };
  const tenDaysAgo = at - 10 * 86_400_000;
  const night = { ...inWard, summary: null, wanted: 1, counted: 1 };
  const nights = [tenDaysAgo, at - 86_400_000].map((from_at) => ({ ...inRoom, ...night, from_at, to_at: from_at + 1 }));
  await query
    .insertInto('source_battery')
    .values({ ...inRoom, source: 'bed', battery: 80, signal: null, signal_unit: null, at })
    .execute();
  await query
    .insertInto('contact')
    .values({ ...contact, location_uuid: small.locationA1, secret: 'x', last_at: null, last_reason: null })
    .execute();
  await query
    .insertInto('wall_board')
    .values({ ...inWard, id: 'wall 1', name: 'Hall', may_answer: 0, created_at: at, token_hash: 'h' })
    .execute();
  await query
    .insertInto('duty')
    .values({ ...inWard, ...person, group_names: '[]', since_at: at, until_at: at + 1_000_000 })
    .execute();
  await query
    .insertInto('group_right')
    .values({ group_name: 'night', role: 'ward-nurse', scope_kind: 'ward', scope_uuid: small.wardA1x })
    .execute();
  await query
    .insertInto('room_note')
    .values({ ...inRoom, ...person, uuid: 'note 1', shift_from_at: at, at, content: 'slept', corrects: null })
    .execute();
  await query
    .insertInto('handover_reading')
    .values({ ...inWard, ...person, shift_from_at: at, at })
    .execute();
  await query
    .insertInto('unwatched_period')
    .values({ ...inWard, from_at: at, to_at: at + 1 })
    .execute();
  await query.insertInto('room_night').values(nights).execute();
  await query
    .insertInto('notice')
    .values([
      { ...sent, uuid: 'notice 1', created_at: tenDaysAgo, is_open: 0 },
      { ...sent, uuid: 'notice 2', created_at: tenDaysAgo, is_open: 1, kind: 'answered' },
      { ...sent, uuid: 'notice 3', created_at: at, is_open: 0, kind: 'over' },
    ])
    .execute();
}

/** The columns of a row that are the same in each cell. */
const columnsOf = (row: object) =>
  Object.keys(row)
    .filter((column) => column !== 'sequence')
    .toSorted();

/** The rows of the client in all tables, in an order that does not depend on the cell. */
async function rowsOfClient({ database: { query } }: Cell): Promise<Readonly<Record<string, readonly string[]>>> {
  const places = placesOf(small.clientA);
  const ofLogs = logTables.map((name) => ({ name, condition: sql<SqlBool>`stream_uuid in ${places.streams}` }));
  const ofPlaces = [...placeTables, ...otherTables, ...settlingTables].map(({ name, ofClient }) => ({
    name,
    condition: ofClient(places),
  }));
  const found: Record<string, readonly string[]> = {};
  for (const { name, condition } of [...ofLogs, ...ofPlaces]) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)} where ${condition}`.execute(
      query,
    );
    const texts = rows.map((row) => JSON.stringify(row, columnsOf(row)));
    found[name] = texts.toSorted();
  }
  return found;
}

test('a client has the same rows in the new cell: rooms, open alerts, history, keys, contacts, rights and its audit log', async () => {
  const report = (status: string) =>
    fetch(`${oldCell.url}/api/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ room: 'harbour/room-1', status }),
    });
  expect((await report('man_down')).status).toBe(200);
  await seedOtherRows(oldCell);
  const before = await rowsOfClient(oldCell);
  for (const [table, rows] of Object.entries(before)) {
    if (!['observation', 'pause_event', 'unknown_room_alert'].includes(table)) expect(rows, table).not.toEqual([]);
  }
  const eventsOf = (cell: Cell) =>
    cell.database.query
      .selectFrom('audit_event')
      .select(['action', 'at'])
      .where('client_uuid', '=', small.clientA)
      .orderBy('sequence')
      .execute();

  await runDone(settingsOf(oldCell), toNewCell());
  expect(await rowsOfClient(newCell)).toEqual(before);
  expect((await eventsOf(newCell)).at(-1)).toMatchObject({ action: 'data.move' });
  expect(await eventsOf(newCell)).toEqual(await eventsOf(oldCell));
  // For a second the old cell may not know yet that the client has moved. Then the device sends its report again.
  await expect.poll(async () => (await report('in_bed')).status).toBe(200);
  expect(await newCell.database.query.selectFrom('client_move').selectAll().execute()).toEqual([]);
});

test('a client does not move where its people or its devices would be wrong', async () => {
  const refusal = async (...more: readonly string[]) => {
    const { code, stderr } = await runCommand(settingsOf(oldCell), [...toNewCell(), ...more]);
    expect(code).toBe(1);
    expect(await hasClient(oldCell)).toBe(true);
    expect(await hasClient(newCell)).toBe(false);
    return stderr;
  };
  const right = { group_name: 'night', role: 'ward-nurse', scope_kind: 'ward' } as const;
  await oldCell.database.query
    .insertInto('group_right')
    .values({ ...right, scope_uuid: small.wardA1x })
    .execute();
  await newCell.database.query
    .insertInto('group_right')
    .values({ ...right, scope_uuid: small.wardB1x })
    .execute();
  expect(await refusal()).toContain('groups of the same name: night');
  expect((await oldCell.report(small.streamA1x1, 'in_bed')).status).toBe(200);
  expect(await refusal('--shared-groups')).toContain('test gateway');
  await seedSmallHome(newCell.database);
  expect((await runCommand(settingsOf(oldCell), toNewCell())).stderr).toContain('a client with this uuid already');
  expect((await runCommand(settingsOf(oldCell), words('--forget'))).stderr).toContain('has not moved away');
});
