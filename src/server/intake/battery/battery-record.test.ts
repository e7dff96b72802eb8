import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import { roomActivityEndpoints } from '../../../contract/manage/room-activity.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { createEquipment } from '../equipment/equipment.ts';
import { readEquipmentFile } from '../equipment/file/equipment-file.ts';
import { createBatteryRecord } from './battery-record.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-03-01T02:00:00Z');

let now = start;
let app: SmallApp;
beforeEach(async () => {
  now = start;
  const equipment = createEquipment(
    readEquipmentFile(join(import.meta.dirname, '../equipment/samples/equipment.yaml')),
  );
  app = await startSmallApp({ equipment, now: () => now });
  const { query } = app.database;
  await query.updateTable('location').set({ alias: 'harbour' }).where('uuid', '=', small.locationA1).execute();
  await query.updateTable('stream').set({ alias: 'room-1' }).where('uuid', '=', small.streamA1x1).execute();
});
afterEach(() => app.close());

const manager = (scope: Scope) => app.users.token([scope], { roles: ['manager'], expiresAt: Number.MAX_SAFE_INTEGER });

async function batteriesOfWard(scope: Scope = everything) {
  const answer = await app.get(`/manage/room-batteries?wardUUID=${small.wardA1x}`, manager(scope));
  return roomActivityEndpoints.listRoomBatteries.response.parse(await answer.json()).items;
}

const rows = () => app.database.query.selectFrom('source_battery').selectAll().execute();

test('the battery and signal of a device are shown for its room, to those who manage it', async () => {
  await fetch(`${app.url}/api/equipment/mats`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ device: 'mat-12', status: 'in_bed', battery: 12, rssi: -90 }),
  });
  const at = new Date(start).toISOString();
  const batteries = [{ source: 'mats/device', battery: 12, signal: { value: -90, unit: 'dBm' }, at }];
  await expect.poll(() => batteriesOfWard()).toEqual([{ uuid: small.streamA1x1, batteries }]);
  const answer = await app.get(`/manage/room-activity?locationUUID=${small.locationA1}`, manager(everything));
  const rooms = roomActivityEndpoints.listRoomActivity.response.parse(await answer.json()).items;
  expect(rooms.flatMap((room) => room.batteries)).toEqual(batteries);
  const other = manager({ kind: 'ward', uuid: small.wardA1y });
  expect((await app.get(`/manage/room-batteries?wardUUID=${small.wardA1x}`, other)).status).toBe(404);
  now += 7 * 24 * hourMs + 1;
  expect(await batteriesOfWard()).toEqual([]);
});

test('only what changes is written, and a message with only one of battery and signal keeps the other', async () => {
  const record = () => createBatteryRecord({ database: app.database, now: () => now, log: { warn: () => undefined } });
  const first = record();
  const send = async (to: typeof first, battery: number | null, signal: number | null) => {
    now += 1_000;
    const value = signal === null ? null : ({ value: signal, unit: 'percent' } as const);
    to.record(small.streamA1x1, { source: 'zigbee/bed', battery, signal: value });
    await to.close();
    return (await rows()).map((row) => [row.battery, row.signal, row.at - start]);
  };
  expect(await send(first, 50, 80)).toEqual([[50, 80, 1_000]]);
  expect(await send(first, 50, 72)).toEqual([[50, 80, 1_000]]);
  expect(await send(first, null, 70)).toEqual([[50, 70, 3_000]]);
  expect(await send(first, 49, null)).toEqual([[49, 70, 4_000]]);
  expect(await send(first, null, 72)).toEqual([[49, 70, 4_000]]);
  now += hourMs;
  expect(await send(first, 49, 70)).toEqual([[49, 70, hourMs + 6_000]]);
  expect(await send(record(), 48, null)).toEqual([[48, 70, hourMs + 7_000]]);
});

test('values that are a week old are deleted', async () => {
  const old = { stream_uuid: small.streamA1x2, source: 'a', battery: 5, signal: null, signal_unit: null, at: 0 };
  await app.database.query.insertInto('source_battery').values(old).execute();
  const batteries = createBatteryRecord({ database: app.database, now: () => now, log: { warn: () => undefined } });
  batteries.record(small.streamA1x1, { source: 'zigbee/bed', battery: 50, signal: null });
  await batteries.close();
  expect((await rows()).map(({ stream_uuid }) => stream_uuid)).toEqual([small.streamA1x1]);
});

test('after a failure of the database, the next message of the device is stored', async () => {
  let isBroken = true;
  const database: Database = {
    ...app.database,
    get query() {
      if (isBroken) throw new Error('unreachable');
      return app.database.query;
    },
  };
  const logged: string[] = [];
  const log = { warn: (_: object, message: string) => void logged.push(message) };
  const batteries = createBatteryRecord({ database, now: () => now, log });
  for (let count = 0; count < 3; count += 1) {
    batteries.record(small.streamA1x1, { source: 'zigbee/bed', battery: 50, signal: null });
    isBroken = count < 2;
    await batteries.close();
  }
  expect(logged).toEqual(['batteries and signals of devices cannot be stored']);
  expect(await rows()).toHaveLength(1);
});
