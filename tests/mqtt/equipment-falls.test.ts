/** Falls that a product publishes to a real broker, and what the broker repeats to a server that starts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEquipment } from '../../src/server/intake/equipment/equipment.ts';
import { parseAlerts } from '../../src/server/database/open-alerts.ts';
import { roomWith } from '../support/equipment/room-with.ts';
import { small } from '../support/homes/small-home.ts';
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

/** As if staff had resolved all alerts long ago. */
const resolveAlerts = () =>
  broker.home.database.query
    .updateTable('stream')
    .set({ open_alerts: null, alert_hold: null })
    .where('uuid', '=', room)
    .execute();

test('each fall of a sensor that is alone in its room alerts, also one that a server reads only when it starts', async () => {
  await openReader(['fall']);
  await publish('fall', 'on');
  await shows(manDown);
  expect(await alerts()).toEqual(['1 raised']);
  await broker.home.stop();
  await resolveAlerts();
  // A restart repeats the fall that staff have answered, and it does not alert again.
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
  // The broker delivers in order, so the room has read the retained values before this one.
  await publish('bathroom', 'on');
  await shows(inBathroom);
  await publish('bathroom', 'off');
  await shows(initializing);
  await publish('fall', 'on');
  await shows(manDown);
});
