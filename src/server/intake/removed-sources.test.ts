import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRoom, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { changeRoom, everything, nameRooms, small } from '../../../tests/support/homes/small-home.ts';
import type { ConnectionSettings } from '../equipment/connection.ts';
import { parseOfflineSources } from '../database/offline-sources.ts';
import { importEntries } from '../equipment/equipment-store.ts';
import { createEquipment } from '../equipment/equipment.ts';
import { sampleConnections, sampleEntries } from '../../../tests/support/equipment/sample-connections.ts';
import { releaseRemovedSources } from './removed-sources.ts';
import { isUnroutableMessage } from '../messages/message.ts';
import { isRefusal } from '../messages/parse-report.ts';
import { serverActor } from '../audit/audit-actors.ts';
import { followEquipment } from '../app/start/follow-equipment.ts';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import { storeDeliveries } from '../../../tests/support/reports/test-receiver.ts';

const house = sampleConnections.filter(({ name }) => name === 'house');

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp({ equipment: createEquipment(sampleConnections) });
  await nameRooms(app.database);
});
afterEach(() => app.close());

const receive = async (items: readonly IncomingItem[]) => {
  const delivery = { items, sender: { keyId: 'gateway', scope: everything }, receivedAt: Date.now() };
  return (await storeDeliveries(app.database.reports, [delivery])).outcomes.flat();
};
async function send(topic: string, payload: string): Promise<void> {
  const message = { topic, payload: Buffer.from(payload), retainedAt: null };
  const parsed = createEquipment(sampleConnections).findByTopic(topic)?.parseMessage(message);
  if (parsed === undefined || isUnroutableMessage(parsed)) throw new Error(`${topic} is not read`);
  await receive(
    parsed.flatMap((item) =>
      !isRefusal(item) && item.room.name === 'harbour/room-1' ? [item.incoming(small.streamA1x1)] : [],
    ),
  );
}
async function shown() {
  const row = await readRoom(app.database, small.streamA1x1);
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

test('a room becomes reachable when no connection names its offline source any more', async () => {
  await send('homeassistant/binary_sensor/bed_12/state', 'unavailable');
  await releaseRemovedSources(app.database, { receive }, house);
  expect(await shown()).toEqual({ status: 12, offline: ['house/bed'] });
  await releaseRemovedSources(app.database, { receive }, withoutRole('bed'));
  expect(await shown()).toEqual({ status: 12, offline: [] });
  await send('homeassistant/binary_sensor/bath_12/state', 'off');
  expect((await shown()).status).toBe(-1);
});

test('a room does not keep the status "in bed" of a bed sensor that was removed from its connection', async () => {
  await send('homeassistant/binary_sensor/bed_12/state', 'on');
  await send('homeassistant/binary_sensor/bath_12/state', 'off');
  await releaseRemovedSources(app.database, { receive }, withoutRole('bed'));
  expect(await shown()).toEqual({ status: 12, offline: [] });
  expect(await rememberedValues()).toEqual(['house/bathroom=off']);
  await send('homeassistant/available', 'online');
  expect(await shown()).toEqual({ status: -1, offline: [] });
  await send('homeassistant/binary_sensor/bath_12/state', 'on');
  expect(await shown()).toEqual({ status: 6, offline: [] });
});

test('a room whose sensors are all in a connection keeps its status and its offline sensors', async () => {
  await send('homeassistant/binary_sensor/bath_12/state', 'on');
  expect(await releaseRemovedSources(app.database, { receive }, sampleConnections)).toEqual([]);
  await send('homeassistant/binary_sensor/bed_12/state', 'unavailable');
  expect(await releaseRemovedSources(app.database, { receive }, sampleConnections)).toEqual([]);
  expect(await shown()).toEqual({ status: 12, offline: ['house/bed'] });
  expect(await rememberedValues()).toEqual(['house/bathroom=on']);
});

test('the value of a removed sensor is discarded, also if a late message stores it once more after the check', async () => {
  const discardedTwice = Promise.withResolvers<void>();
  let checkCount = 0;
  const switchOn = () => send('homeassistant/binary_sensor/bed_12/state', 'on');
  await switchOn();
  const follower = await followEquipment({
    fixedBroker: undefined,
    isAllowedHost: () => true,
    database: app.database,
    equipment: createEquipment([]),
    receiver: {
      receive: async (items) => {
        const outcomes = await receive(items);
        checkCount += 1;
        if (checkCount === 1) await switchOn();
        else discardedTwice.resolve();
        return outcomes;
      },
    },
    log: { warn: () => undefined },
    intervalMs: 1,
  });
  await discardedTwice.promise;
  await follower.close();
  expect(await rememberedValues()).toEqual([]);
});

test('rooms of a connection that do not exist are named in the log, as an event of the system status', async () => {
  await changeRoom(app.database, small.streamA1x2, { alias: null });
  const entries = sampleEntries.filter(({ name }) => name === 'house');
  const imported = { file: 'equipment.yaml', entries, removeMissing: false };
  await importEntries(app.database, imported, { actor: serverActor, at: Date.now() });
  const warned = Promise.withResolvers<object>();
  const follower = await followEquipment({
    fixedBroker: undefined,
    isAllowedHost: () => true,
    database: app.database,
    equipment: createEquipment([]),
    receiver: { receive },
    log: { warn: warned.resolve },
    intervalMs: 1,
  });
  const event = { event: 'equipment-rooms-missing', about: 'harbour/room-2', rooms: ['harbour/room-2'] };
  expect(await warned.promise).toMatchObject({ ...event, connection: 'house' });
  await follower.close();
});
