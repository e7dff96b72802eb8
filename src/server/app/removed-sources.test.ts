import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { everything, small } from '../../../tests/support/homes/small-home.ts';
import type { ConnectionSettings } from '../intake/equipment/connection.ts';
import { parseOfflineSources } from '../database/offline-sources.ts';
import { createEquipment } from '../intake/equipment/equipment.ts';
import { readEquipmentFile } from '../intake/equipment/file/equipment-file.ts';
import { releaseRemovedSources } from '../intake/equipment/removed-sources.ts';
import { isUnroutable } from '../intake/mqtt/message.ts';
import { isRefusal } from '../intake/parse-report.ts';
import { createEquipmentRoomsCheck } from './start/check-equipment-rooms.ts';
import type { Incoming } from '../../domain/ingest/incoming.ts';
import { storeDeliveries } from '../rooms/reports/store-deliveries.ts';

const folder = join(import.meta.dirname, '../intake/equipment/samples');
const connections = readEquipmentFile(join(folder, 'equipment.yaml'));
const house = connections.filter(({ name }) => name === 'house');

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp({ equipment: createEquipment(connections) });
  const { query } = app.database;
  await query.updateTable('location').set({ alias: 'harbour' }).where('uuid', '=', small.locationA1).execute();
  await query.updateTable('stream').set({ alias: 'room-1' }).where('uuid', '=', small.streamA1x1).execute();
});
afterEach(() => app.close());

const receive = async (items: readonly Incoming[]) => {
  const delivery = { items, sender: { keyId: 'gateway', scope: everything }, receivedAt: Date.now() };
  return (await storeDeliveries(app.database.reports, [delivery])).outcomes.flat();
};
async function send(topic: string, payload: string): Promise<void> {
  const message = { topic, payload: Buffer.from(payload), retainedAt: null };
  const parsed = createEquipment(connections).findByTopic(topic)?.parseMessage(message);
  if (parsed === undefined || isUnroutable(parsed)) throw new Error(`${topic} is not read`);
  await receive(
    parsed.flatMap((item) =>
      !isRefusal(item) && item.room.name === 'harbour/room-1' ? [item.incoming(small.streamA1x1)] : [],
    ),
  );
}
async function shown() {
  const row = await app.database.query
    .selectFrom('stream')
    .selectAll()
    .where('uuid', '=', small.streamA1x1)
    .executeTakeFirstOrThrow();
  return { status: row.room_status, offline: Object.keys(parseOfflineSources(row.offline_sources)) };
}
async function rememberedValues(): Promise<readonly string[]> {
  const rows = await app.database.query.selectFrom('observation').selectAll().execute();
  return rows.map(({ name, value }) => `${name}=${value}`).toSorted();
}
const withoutRole = (role: string): readonly ConnectionSettings[] =>
  house.map((connection) => ({
    ...connection,
    rooms: connection.rooms.map(({ room, names }) => ({
      room,
      names: Object.fromEntries(Object.entries(names).filter(([name]) => name !== role)),
    })),
  }));

test('a source that the equipment file no longer names does not keep its room unreachable', async () => {
  await send('homeassistant/binary_sensor/bed_12/state', 'unavailable');
  await releaseRemovedSources(app.database, receive, house);
  expect(await shown()).toEqual({ status: 12, offline: ['house/bed'] });
  await releaseRemovedSources(app.database, receive, withoutRole('bed'));
  expect(await shown()).toEqual({ status: 12, offline: [] });
  await send('homeassistant/binary_sensor/bath_12/state', 'off');
  expect((await shown()).status).toBe(-1);
});

test('a room does not stay in bed because of a bed sensor that was removed from the equipment file', async () => {
  await send('homeassistant/binary_sensor/bed_12/state', 'on');
  await send('homeassistant/binary_sensor/bath_12/state', 'off');
  await releaseRemovedSources(app.database, receive, withoutRole('bed'));
  expect(await shown()).toEqual({ status: 12, offline: [] });
  expect(await rememberedValues()).toEqual(['house/bathroom=off']);
  await send('homeassistant/available', 'online');
  expect(await shown()).toEqual({ status: -1, offline: [] });
  await send('homeassistant/binary_sensor/bath_12/state', 'on');
  expect(await shown()).toEqual({ status: 6, offline: [] });
});

test('without an equipment file no source keeps a room unreachable, and no status of equipment is shown', async () => {
  const fall = { device_info: { device_sn: '6806E51510750004' }, trigger_data: { type: 0, event: 0, status: 1 } };
  await send('milesight/vs373', JSON.stringify(fall));
  await releaseRemovedSources(app.database, receive, []);
  expect((await shown()).status).toBe(12);
  await send('homeassistant/available', 'offline');
  await releaseRemovedSources(app.database, receive, []);
  expect((await shown()).offline).toEqual([]);
});

test('a room whose sensors are all in the equipment file keeps its status and its offline sensors', async () => {
  await send('homeassistant/binary_sensor/bath_12/state', 'on');
  expect(await releaseRemovedSources(app.database, receive, connections)).toEqual([]);
  await send('homeassistant/binary_sensor/bed_12/state', 'unavailable');
  expect(await releaseRemovedSources(app.database, receive, connections)).toEqual([]);
  expect(await shown()).toEqual({ status: 12, offline: ['house/bed'] });
  expect(await rememberedValues()).toEqual(['house/bathroom=on']);
});

test('the check for removed sources is repeated until it succeeds, and its failure is logged once', async () => {
  const failures = [new Error('the disk is full'), new Error('the disk is full')];
  const warnings: string[] = [];
  const succeeded = Promise.withResolvers<void>();
  await send('homeassistant/binary_sensor/bed_12/state', 'on');
  const rooms = createEquipmentRoomsCheck({
    database: app.database,
    equipment: createEquipment([]),
    receive: async (items) => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return receive(items);
    },
    log: {
      warn: (_details, message) => {
        warnings.push(message);
        if (message.includes('no longer in the equipment file')) succeeded.resolve();
      },
    },
    repeatDelayMs: 1,
  });
  await rooms.check();
  await succeeded.promise;
  rooms.stop();
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('cannot be compared');
  expect(await rememberedValues()).toEqual([]);
});

test('the value of a removed sensor is discarded, also if it is stored once more after the check', async () => {
  const discardedTwice = Promise.withResolvers<void>();
  let checkCount = 0;
  const switchOn = () => send('homeassistant/binary_sensor/bed_12/state', 'on');
  await switchOn();
  const rooms = createEquipmentRoomsCheck({
    database: app.database,
    equipment: createEquipment([]),
    receive: async (items) => {
      const outcomes = await receive(items);
      checkCount += 1;
      if (checkCount === 1) await switchOn();
      else discardedTwice.resolve();
      return outcomes;
    },
    log: { warn: () => undefined },
    repeatDelayMs: 1,
  });
  await rooms.check();
  await discardedTwice.promise;
  rooms.stop();
  expect(await rememberedValues()).toEqual([]);
});
