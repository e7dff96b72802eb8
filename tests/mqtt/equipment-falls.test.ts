import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEquipment } from '../../src/server/equipment/equipment.ts';
import { parseAlerts } from '../../src/server/database/open-alerts.ts';
import { roomWith } from '../support/equipment/room-with.ts';
import { changeRoom, small } from '../support/homes/small-home.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';

const [unreachable, initializing, allClear, manDown, inBathroom] = [12, -1, 0, 1, 6];
const room = small.streamA1x1;

let broker: MosquittoHome;
beforeEach(async () => {
  broker = await startMosquittoHome();
});
afterEach(() => broker.close());

const openReader = (roles: readonly string[]) =>
  broker.openReader({ overrides: { equipment: createEquipment([roomWith('house', roles)]) } });
const shows = (status: number) => vi.waitFor(async () => expect(await broker.home.statusOf(room)).toBe(status), within);
const publish = (entity: string, state: string) =>
  broker.publish(`house/binary_sensor/${entity}_1/state`, state, { retain: true });

async function alerts(): Promise<readonly string[]> {
  const row = broker.home.database.query.selectFrom('stream').select('open_alerts').where('uuid', '=', room);
  const { open_alerts } = await row.executeTakeFirstOrThrow();
  return parseAlerts(open_alerts).map(({ status, state }) => `${status} ${state}`);
}

/** Empties the alerts of the room, as if staff had resolved all of them long ago. */
const resolveAlerts = () => changeRoom(broker.home.database, room, { open_alerts: null, alert_hold: null });

test('each fall of the only sensor of a room alerts, also a retained fall that a server reads only when it starts', async () => {
  await openReader(['fall']);
  await publish('fall', 'on');
  await shows(manDown);
  expect(await alerts()).toEqual(['1 raised']);
  await broker.home.stop();
  await resolveAlerts();
  // A restart repeats the fall that staff have answered, and this fall does not alert again.
  await openReader(['fall']);
  await publish('fall', 'off');
  await shows(allClear);
  expect(await alerts()).toEqual([]);
  await publish('fall', 'on');
  await shows(manDown);
  expect(await alerts()).toEqual(['1 raised']);
  await publish('fall', 'off');
  await shows(allClear);
  await broker.home.stop();
  await resolveAlerts();
  await broker.publish('house/binary_sensor/fall_1/state', 'on', { retain: true, qos: 0 });
  await openReader(['fall']);
  await shows(manDown);
  expect(await alerts()).toEqual(['1 raised']);
});

test('values that an outage has discarded stay discarded when a server restarts and the broker repeats them', async () => {
  await openReader(['bed', 'bathroom', 'fall']);
  await publish('bed', 'on');
  await publish('fall', 'on');
  await shows(manDown);
  await broker.publish('house/available', 'offline');
  await shows(unreachable);
  await broker.publish('house/available', 'online');
  await shows(initializing);
  await broker.home.stop();
  await openReader(['bed', 'bathroom', 'fall']);
  // The broker delivers in order, so the server has read the retained values of the room before this one.
  await publish('bathroom', 'on');
  await shows(inBathroom);
  await publish('bathroom', 'off');
  await shows(initializing);
  await publish('fall', 'on');
  await shows(manDown);
});
