import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, nameRooms, small } from '../../../../tests/support/homes/small-home.ts';
import { roomBatteryEndpoints } from '../../../contract/devices/room-batteries.ts';
import type { Scope } from '../../../domain/user.ts';
import { createEquipment } from '../../equipment/equipment.ts';
import { sampleConnections } from '../../../../tests/support/equipment/sample-connections.ts';
import { createBatteryRecord } from './battery-record.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-03-01T02:00:00Z');

let now = start;
let app: SmallApp;
beforeEach(async () => {
  now = start;
  const equipment = createEquipment(sampleConnections);
  app = await startSmallApp({ equipment, now: () => now });
  await nameRooms(app.database);
});
afterEach(() => app.close());

const manager = (scope: Scope) => app.users.token([scope], { roles: ['manager'], expiresAt: Number.MAX_SAFE_INTEGER });

async function batteriesOfWard(scope: Scope = everything) {
  const response = await app.get(`/manage/room-batteries?wardUUID=${small.wardA1x}`, manager(scope));
  return roomBatteryEndpoints.listRoomBatteries.response.parse(await response.json()).items;
}

const rows = () => app.database.query.selectFrom('source_battery').selectAll().execute();

test('the battery and signal of a device are shown to managers of its room', async () => {
  await app.post('/equipment/mats', { device: 'mat-12', status: 'in_bed', battery: 12, rssi: -90 }, app.deviceKey);
  const at = new Date(start).toISOString();
  const batteries = [{ source: 'mats/device', battery: 12, signal: { value: -90, unit: 'dBm' }, at }];
  await expect.poll(() => batteriesOfWard()).toEqual([{ uuid: small.streamA1x1, batteries }]);
  const other = manager({ kind: 'ward', uuid: small.wardA1y });
  expect((await app.get(`/manage/room-batteries?wardUUID=${small.wardA1x}`, other)).status).toBe(404);
  now += 7 * 24 * hourMs + 1;
  expect(await batteriesOfWard()).toEqual([]);
});

test('only changed battery and signal values are written, and a message with only the battery or only the signal keeps the other value', async () => {
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
