import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type SmallApp,
  type SmallAppOptions,
  startSmallApp,
} from '../../../../../tests/support/app/start-small-app.ts';
import { failCommits } from '../../../../../tests/support/database/fail-commits.ts';
import { everything, small } from '../../../../../tests/support/homes/small-home.ts';
import { equipmentEndpoints } from '../../../../contract/manage/equipment.ts';
import { Problem } from '../../../../contract/problem.ts';
import { createEquipment } from '../equipment.ts';
import { presetNames, readEquipmentFile } from '../file/equipment-file.ts';

const text = `connections:
  - name: mats
    preset: generic-json
    topic: sensors
    location: harbour
    rooms:
      - { room: room-1, device: mat-12 } # by the door
`;
const mats = {
  name: 'mats',
  preset: 'generic-json',
  topic: 'sensors',
  location: 'harbour',
  rooms: [{ room: 'room-1', device: 'mat-12' }],
};

let folder: string;
let file: string;
let app: SmallApp;
let equipment = createEquipment([]);

async function start(more: Partial<NonNullable<SmallAppOptions['equipmentSources']>> = {}): Promise<void> {
  equipment = createEquipment(readEquipmentFile(file));
  app = await startSmallApp({
    equipment,
    equipmentSources: {
      file: { path: file, hasOtherServers: false },
      reload: async () => void equipment.replace(readEquipmentFile(file)),
      brokers: { external: 'mqtt://broker:1883', embeddedPort: null },
      ...more,
    },
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-equipment-'));
  file = join(folder, 'equipment.yaml');
  writeFileSync(file, text);
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
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

test('a connection that is saved in the browser is in the equipment file and in effect, and the comments stay', async () => {
  await start();
  const { version, connections, brokers, presets } = await state();
  expect(connections).toEqual([mats]);
  expect(brokers).toEqual({ external: 'mqtt://broker:1883', embeddedPort: null });
  expect(presets.find(({ name }) => name === 'shelly')?.product).toContain('Shelly');
  const rooms = [...mats.rooms, { room: 'room-2', device: 'mat-13' }];
  const answer = await send('PATCH', { version, name: 'mats', connection: { ...mats, rooms } });
  expect(answer.status).toBe(200);
  expect(readFileSync(file, 'utf8')).toBe(`${text}      - { room: room-2, device: mat-13 }\n`);
  expect(equipment.settings()[0]?.rooms.map(({ room }) => room)).toEqual(['room-1', 'room-2']);
  const next = equipmentEndpoints.changeEquipment.response.parse(await answer.json());
  const removed = await send('PATCH', { version: next.version, name: 'mats', connection: null });
  expect(removed.status).toBe(200);
  expect(equipment.settings()).toEqual([]);
  const events = await app.database.query.selectFrom('audit_event').select(['action', 'object_name']).execute();
  expect(events.filter(({ action }) => action.startsWith('connection'))).toEqual([
    { action: 'connection.change', object_name: 'mats' },
    { action: 'connection.remove', object_name: 'mats' },
  ]);
});

test('a wrong connection changes nothing, and each problem has the name of its field in the form', async () => {
  await start();
  const { version } = await state();
  const answer = await send('PATCH', {
    version,
    name: null,
    connection: { ...mats, name: 'two', topic: 'sensors', rooms: [{ room: 'room-1' }, { room: 'room-2', devic: 'x' }] },
  });
  expect(answer.status).toBe(422);
  const { errors } = Problem.parse(await answer.json());
  expect(errors?.map(({ field, code }) => [field, code])).toEqual([
    ['rooms[0].device', 'no-name-in-role'],
    ['rooms[0]', 'no-names'],
    ['rooms[1].devic', 'not-in-list'],
    ['rooms[1].device', 'no-name-in-role'],
    ['topic', 'topics-overlap'],
  ]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('the second of two administrators who change the equipment at once gets the present state', async () => {
  await start();
  const { version } = await state();
  const change = (topic: string) => send('PATCH', { version, name: 'mats', connection: { ...mats, topic } });
  const answers = await Promise.all([change('one'), change('two')]);
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([saved?.status, refused?.status]).toEqual([200, 409]);
  const { conflict } = equipmentEndpoints.changeEquipment;
  expect(z.object({ current: conflict }).parse(await refused?.json()).current).toEqual(await state());
});

test('an equipment file that was changed by hand meanwhile is not overwritten', async () => {
  await start();
  const { version } = await state();
  writeFileSync(file, text.replace('mat-12', 'mat-99'));
  expect((await send('PATCH', { version, name: 'mats', connection: null })).status).toBe(409);
  expect(readFileSync(file, 'utf8')).toContain('mat-99');
});

test.each([
  ['stays as it is', true],
  ['is not created', false],
])(
  'the equipment file %s when the event of its change cannot be committed to the audit log',
  async (_what, hasFile) => {
    await start();
    if (!hasFile) rmSync(file);
    const { version } = await state();
    await failCommits(app.database);
    expect(
      (await send('PATCH', { version, name: null, connection: { ...mats, name: 'two', topic: 'two' } })).status,
    ).toBe(500);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(hasFile ? text : undefined);
    expect(equipment.settings().map(({ name }) => name)).toEqual(['mats']);
  },
);

test('a connection from the browser cannot read other files of the server', async () => {
  await start();
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'password=s3cret');
  const { preset: _preset, ...connection } = mats;
  const { version } = await state();
  const bodies = [
    { version, name: 'mats', connection: { ...connection, presetFile: secret } },
    { version, text: text.replace('preset: generic-json', `presetFile: ${secret}`) },
  ];
  for (const body of bodies) {
    const answer = await send('PATCH', body);
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toContain('s3cret');
  }
});

test('an equipment file with an error is shown with its problems, and its text can be corrected', async () => {
  await start();
  writeFileSync(file, text.replace('preset: generic-json', 'preset: generic'));
  const { version, problems, connections, text: shown } = await state();
  const options = presetNames.join(', ');
  expect(problems).toEqual([
    expect.objectContaining({ field: 'connections[0].preset', code: 'not-in-list', values: { options } }),
  ]);
  expect(connections).toEqual([]);
  expect((await send('PATCH', { version, text: shown })).status).toBe(422);
  expect((await send('PATCH', { version, text })).status).toBe(200);
  expect((await state()).problems).toEqual([]);
});

test('the audit log has the connections that a change of the text changes, as they were and as they are', async () => {
  await start();
  const { version } = await state();
  expect((await send('PATCH', { version, text: text.replace('room-1', 'room-2') })).status).toBe(200);
  const events = await app.get('/manage/audit?search=equipment.change', administrator());
  const changed = { ...mats, rooms: [{ ...mats.rooms[0], room: 'room-2' }] };
  expect(await events.json()).toMatchObject({
    items: [{ before: { connections: [mats] }, after: { connections: [changed] } }],
  });
});

test.each([
  ['there is no equipment file', 'no-file', { path: undefined, hasOtherServers: false }],
  ['several servers read files of their own', 'several-servers', { path: '/nonexistent', hasOtherServers: true }],
] as const)('the equipment is read-only when %s', async (_when, readOnlyReason, source) => {
  await start({ file: source });
  const { version, ...shown } = await state();
  expect(shown.readOnlyReason).toBe(readOnlyReason);
  expect((await send('PATCH', { version, name: null, connection: mats })).status).toBe(403);
});

test('an equipment file behind a link is replaced, and the link and the rights of the file stay', async () => {
  const real = join(folder, 'real.yaml');
  writeFileSync(real, text);
  chmodSync(real, 0o640);
  rmSync(file);
  symlinkSync(real, file);
  await start();
  const { version } = await state();
  await send('PATCH', { version, name: 'mats', connection: { ...mats, topic: 'changed' } });
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(readFileSync(real, 'utf8')).toContain('topic: changed');
});

test('the first connection creates an equipment file that does not exist yet', async () => {
  await start();
  rmSync(file);
  const { version, connections, readOnlyReason } = await state();
  expect({ connections, readOnlyReason }).toEqual({ connections: [], readOnlyReason: null });
  expect((await send('PATCH', { version, name: null, connection: mats })).status).toBe(200);
  expect(readEquipmentFile(file)).toMatchObject([{ name: 'mats' }]);
});

test('an administrator of a client may not see or change the equipment of everything', async () => {
  await start();
  const token = app.users.token([{ kind: 'client', uuid: small.clientA }], { roles: ['administrator'] });
  expect((await app.get('/manage/equipment', token)).status).toBe(403);
});

test('a message is explained with the connection of a form that is not saved and not complete', async () => {
  await start();
  const draft = { ...mats, name: '', topic: 'beds', location: 'harbour' };
  const explain = async (connection: unknown, device: string) => {
    const payload = JSON.stringify({ device, status: 'in_bed' });
    const answer = await send('POST', { topic: 'beds/7', payload, connection }, '/manage/equipment/explanation');
    return equipmentEndpoints.explainMessage.response.parse(await answer.json());
  };
  const stored = await explain(undefined, 'mat-12');
  expect(stored).toMatchObject({ outcome: 'refused', field: 'topic', connection: null });
  const known = await explain(draft, 'mat-12');
  const reasons = [{ code: 'reports-status', reason: 'status in_bed (5)' }];
  expect(known).toMatchObject({ outcome: 'accepted', rooms: [{ room: 'harbour/room-1', status: 'in_bed', reasons }] });
  const values = { battery: '$.device', rssi: '$.rssi' };
  const measured = await explain({ ...draft, values, rooms: [{ room: 'room-1', device: '12' }] }, '12');
  expect(measured.rooms).toMatchObject([{ battery: 12, signal: null }]);
  const unknown = await explain({ ...draft, rooms: [] }, 'mat-77');
  expect(unknown.outcome).toBe('refused');
  expect(unknown.result).toContain('mat-77 (device)');
  expect(unknown.reasons).toMatchObject([{ code: 'unknown-device', values: { device: 'mat-77 (device)' } }]);
});

test('a message that is posted by HTTP is shown with what it does, while somebody looks at its connection', async () => {
  await start();
  const look = async (topic: string) => {
    const answer = await send('POST', { topic }, '/manage/equipment/messages');
    return equipmentEndpoints.listenToTopic.response.parse(await answer.json()).items;
  };
  const post = (device: string) =>
    fetch(`${app.url}/api/equipment/mats`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ device, status: 'in_bed' }),
    });
  await post('mat-11');
  expect(await look('sensors')).toEqual([]);
  expect(await look('other')).toEqual([]);
  await post('mat-12');
  await post('mat-13');
  expect(await look('other')).toEqual([]);
  const shown = await look('sensors');
  expect(shown).toMatchObject([
    {
      topic: 'POST /api/equipment/mats',
      text: '{"device":"mat-12","status":"in_bed"}',
      isRetained: false,
      explanation: { outcome: 'accepted', rooms: [{ room: 'harbour/room-1', status: 'in_bed' }] },
    },
    { explanation: { outcome: 'refused', field: 'device' } },
  ]);
  expect(shown[1]?.explanation.result).toContain('mat-13 (device)');
});
