/** A broker repeats its retained messages at each start of a server. Only a fall that staff were not told of may alert. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseAlerts } from '../../src/server/database/open-alerts.ts';
import { changeRoom, small } from '../support/homes/small-home.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';

const topic = 'roomstatus/harbour/room-1/status';
const [manDown, inBed, inBathroom] = [1, 5, 6];
const room = small.streamA1x1;

let at: MosquittoHome;
beforeEach(async () => {
  at = await startMosquittoHome();
});
afterEach(() => at.close());

const shows = (status: number, stream = room) =>
  vi.waitFor(async () => expect(await at.home.statusOf(stream)).toBe(status), within);

async function alerts(): Promise<readonly number[]> {
  const row = at.home.database.query.selectFrom('stream').select('open_alerts').where('uuid', '=', room);
  return parseAlerts((await row.executeTakeFirstOrThrow()).open_alerts).map(({ status }) => status);
}

/** Empties the alerts of the room, as if staff had resolved all of them long ago. */
const resolveAlerts = () => changeRoom(at.home.database, room, { open_alerts: null, alert_hold: null });

/** Starts a server, and waits until it has read all retained messages: a message of another room is delivered after them. */
async function restart(): Promise<void> {
  await at.home.stop();
  await at.openReader();
  await at.publish('roomstatus/harbour/room-2/status', 'in_bathroom');
  await shows(inBathroom, small.streamA1x2);
  await at.publish('roomstatus/harbour/room-2/status', 'in_bed');
  await shows(inBed, small.streamA1x2);
}

test('a retained fall that staff have answered does not alert again at the starts of the server', async () => {
  await at.openReader();
  await at.publish(topic, 'man_down', { retain: true });
  await shows(manDown);
  expect(await alerts()).toEqual([manDown]);
  await resolveAlerts();
  for (let count = 0; count < 3; count += 1) {
    await restart();
    expect(await alerts()).toEqual([]);
  }
});

test('a retained fall that is over does not alert again at the starts of the server', async () => {
  await at.openReader();
  await at.publish(topic, 'man_down', { retain: true });
  await shows(manDown);
  await at.publish(topic, 'in_bed', { retain: true });
  await shows(inBed);
  await resolveAlerts();
  for (let count = 0; count < 3; count += 1) {
    await restart();
    expect(await alerts()).toEqual([]);
  }
});

test('a retained fall whose time is later than the one that the room shows alerts at the next start', async () => {
  const fall = (time: number) => JSON.stringify({ status: 'man_down', at: new Date(time).toISOString() });
  const first = Date.now() - 60_000;
  await at.openReader();
  await at.publish(topic, fall(first), { retain: true });
  await shows(manDown);
  await resolveAlerts();
  await restart();
  expect(await alerts()).toEqual([]);
  await at.home.stop();
  await at.publish(topic, fall(first + 30_000), { retain: true, qos: 0 });
  await restart();
  await vi.waitFor(async () => expect(await alerts()).toEqual([manDown]), within);
});

test('a retained fall that no server has seen alerts at the next start', async () => {
  await at.openReader();
  await at.publish(topic, 'in_bed', { retain: true });
  await shows(inBed);
  await at.home.stop();
  await at.publish(topic, 'man_down', { retain: true, qos: 0 });
  await restart();
  await shows(manDown);
  expect(await alerts()).toEqual([manDown]);
});
