import { connectAsync } from 'mqtt';
import { expect, test, vi } from 'vitest';
import type { ConnectionSettings } from '../../src/server/equipment/connection.ts';
import { createEquipment } from '../../src/server/equipment/equipment.ts';
import { sampleConnections } from '../support/equipment/sample-connections.ts';
import { everything, small } from '../support/homes/small-home.ts';
import { startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';
import { freePort } from '../../scripts/services/ports.ts';

const named = (name: string) => sampleConnections.filter((connection) => connection.name === name);
const moved = (connections: readonly ConnectionSettings[], topic: string) =>
  connections.map((connection) => ({ ...connection, topic }));
const mat = (status: string, id?: string) => JSON.stringify({ device: 'mat-12', status, id });

test('an equipment connection that is added while the server runs is read from the external broker, with its retained state', async () => {
  const at = await startMosquittoHome();
  const equipment = createEquipment([]);
  // The fake clock moves an hour ahead, so that the broker connection is older than the change of the equipment.
  let openMs = 0;
  await at.openReader({ overrides: { equipment, now: () => Date.now() - 3_600_000 + openMs } });
  openMs = 3_600_000;
  await at.publish('sensors/mat', mat('in_bathroom'), { retain: true });
  equipment.replace(named('mats'));
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(6), within);
  await at.publish('sensors/mat', mat('man_down'));
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
  await at.close();
});

test('the retained state of a device is read when the device gets a room while the server runs', async () => {
  const at = await startMosquittoHome();
  const withRooms = (roomCount: number) =>
    named('mats').map((connection) => ({ ...connection, rooms: connection.rooms.slice(0, roomCount) }));
  const equipment = createEquipment(withRooms(1));
  await at.openReader({ overrides: { equipment } });
  await at.publish('sensors/mat', JSON.stringify({ device: 'mat-13', status: 'in_bathroom' }), { retain: true });
  await vi.waitFor(() => expect(at.logged('mat-13')).toBe(1), within);
  equipment.replace(withRooms(2));
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x2)).toBe(6), within);
  await at.close();
});

test('no message of the external broker is lost while equipment connections are added, changed and moved', async () => {
  const at = await startMosquittoHome();
  const [radars, mats] = [named('radars'), named('mats')];
  const equipment = createEquipment(mats);
  await at.openReader({ overrides: { equipment } });
  const changes = [[...mats, ...radars], [...mats, ...moved(radars, 'radars')], mats, sampleConnections];
  const messageCount = 200;
  for (let index = 0; index < messageCount; index += 1) {
    const change = index % 10 === 5 ? changes[(index / 10 - 0.5) % changes.length] : undefined;
    if (change !== undefined) equipment.replace(change);
    await at.publish('sensors/mat', mat('in_bed', `m-${index}`));
  }
  await vi.waitFor(async () => expect(await at.reportsOf(small.streamA1x1)).toHaveLength(messageCount), within);
  await at.close();
});

test('no message of a device at the embedded broker is lost while the equipment configuration is replaced', async () => {
  const home = await startMqttHome();
  const port = await freePort();
  const equipment = createEquipment(named('mats'));
  await home.open({ port, overrides: { equipment } });
  const { key } = await home.key(everything);
  const device = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'mat', password: key });
  for (let index = 0; index < 100; index += 1) {
    if (index % 10 === 5) equipment.replace(index % 20 === 5 ? sampleConnections : named('mats'));
    await device.publishAsync('sensors/mat', mat('in_bed', `m-${index}`), { qos: 1 });
  }
  expect(await home.reports()).toHaveLength(100);
  await device.publishAsync('milesight/vs373', '{}', { qos: 1 });
  expect(home.log.filter((line) => line.includes('foreign-topic'))).toHaveLength(1);
  await device.endAsync();
  await home.close();
});
