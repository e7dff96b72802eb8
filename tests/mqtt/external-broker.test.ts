/** What devices say at a broker of others, as a process hears it. */
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEquipment } from '../../src/server/intake/equipment/equipment.ts';
import { readEquipmentFile } from '../../src/server/intake/equipment/equipment-file.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { small } from '../support/homes/small-home.ts';
import { counted } from '../support/mqtt/start-mqtt-intake.ts';

let at: MosquittoHome;
beforeEach(async () => {
  at = await startMosquittoHome();
});
afterEach(() => at.close());

const one = 'roomstatus/harbour/room-1/status';

test.each([4, 5] as const)(
  'a device of MQTT version %i is heard: code, name or JSON, with alias or uuid',
  async (protocolVersion) => {
    await at.openClient();
    const other = await connectAsync(at.mosquitto.url, { protocolVersion });
    await other.publishAsync(one, '3', { qos: 1 });
    await other.publishAsync(`roomstatus/harbour/${small.streamA1x2}/status`, 'in_bathroom', { qos: 1 });
    await other.publishAsync(`roomstatus/${small.locationB1}/room-6/status`, '{"status":"man_down","id":"a"}', {
      qos: 2,
    });
    await other.endAsync();
    await vi.waitFor(async () => expect(await at.home.reports()).toHaveLength(3), within);
    expect(await Promise.all([small.streamA1x1, small.streamA1x2, small.streamB1x1].map(at.home.statusOf))).toEqual([
      3, 6, 1,
    ]);
  },
);

test('a device that its broker misses is unreachable, and back when it says so', async () => {
  await at.openClient();
  await at.say(one, 'in_bed');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(5), within);
  await at.say('roomstatus/harbour/room-1/availability', 'offline');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(12), within);
  await at.say('roomstatus/harbour/room-1/availability', 'online');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(5), within);
});

test('what nobody can read is counted with its reason, and the rest goes on', async () => {
  const { metrics } = await at.openClient();
  await at.say(one, 'falling_up');
  await at.say(one, '{"status":');
  await at.say(one, 'x'.repeat(20_000));
  await at.say('roomstatus/harbour/room-99/status', '3');
  await at.say(one, '{"status":3,"room":"room-2"}');
  await at.say('roomstatus/harbour/room-1/availability', 'maybe');
  await at.say(one, 'man_down');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
  const refusals = ['invalid', 'malformed', 'too-long', 'unknown-room'].map((reason) =>
    counted(metrics, 'refused', reason),
  );
  expect(await Promise.all(refusals)).toEqual([3, 1, 1, 1]);
  expect(await at.home.reports()).toHaveLength(1);
});

test('two processes share the messages: each is taken once', async () => {
  const first = await at.openClient({ hasOthers: true });
  const second = await at.openClient({ hasOthers: true });
  for (let number = 0; number < 40; number += 1) await at.say(one, number % 2 === 0 ? 'in_bed' : 'out_of_bed');
  await vi.waitFor(async () => expect(await at.home.reports()).toHaveLength(40), within);
  const shares = await Promise.all([first, second].map(({ metrics }) => counted(metrics, 'accepted')));
  expect(Math.min(...shares)).toBeGreaterThan(0);
  expect(shares.reduce((sum, share) => sum + share)).toBe(40);
});

test('what the broker keeps sets the card after a restart, and is no notification', async () => {
  await at.say(one, 'out_of_bed', { retain: true });
  await at.openClient();
  await vi.waitFor(() => expect(at.home.log.join('')).toContain('"kept":1'), within);
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(3), within);
  const notifications = async () => (await at.toldOf(small.streamA1x1)).map(({ notification }) => notification);
  expect(new Set(await notifications())).toEqual(new Set([0]));
  await at.say(one, 'man_down', { retain: true });
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
  expect((await notifications()).filter((isTold) => isTold === 1)).toHaveLength(1);
});

test('what the broker keeps of a device that is gone does not make it look alive after a restart', async () => {
  const availability = one.replace(/status$/, 'availability');
  const first = await at.openClient();
  await at.say(one, 'in_bed', { retain: true });
  await at.say(availability, 'offline', { retain: true });
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(12), within);
  await first.close();
  const told = await at.toldOf(small.streamA1x1);
  await at.openClient();
  await vi.waitFor(() => expect(at.home.log.join('')).toContain(`"kept":2`), within);
  await vi.waitFor(async () => expect((await at.toldOf(small.streamA1x1)).length).toBeGreaterThan(told.length), within);
  expect(await at.home.statusOf(small.streamA1x1)).toBe(12);
  await at.say(availability, 'online', { retain: true });
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(5), within);
  const loud = (await at.toldOf(small.streamA1x1)).filter(({ notification }) => notification === 1);
  expect(loud.map(({ status }) => status)).toEqual([5, 12]);
});

test('the parts of one picture may come by different processes', async () => {
  const file = join(import.meta.dirname, '../../src/server/intake/equipment/samples/equipment.yaml');
  const equipment = createEquipment(readEquipmentFile(file));
  const first = await at.openClient({ hasOthers: true, overrides: { equipment } });
  const second = await at.openClient({ hasOthers: true, overrides: { equipment } });
  const sensor = (name: string) => `homeassistant/binary_sensor/${name}/state`;
  await at.say(sensor('bath_12'), 'on');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(6), within);
  await at.say(sensor('fall_12'), 'on');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
  await at.say(sensor('fall_12'), 'off');
  // Still in the bathroom, which it was the other process that heard.
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(6), within);
  expect(await Promise.all([first, second].map(({ metrics }) => counted(metrics, 'accepted')))).toEqual([2, 1]);
  expect(new Set((await at.home.reports()).map(({ by }) => by))).toEqual(new Set(['equipment:house']));
});

test('a device whose clock is an hour ahead is corrected; one that is an hour behind tells history', async () => {
  await at.openClient();
  const anHourMs = 3_600_000;
  const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString();
  await at.say(one, JSON.stringify({ status: 'man_down', at: timeIn(anHourMs) }));
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
  await at.say(one, JSON.stringify({ status: 'in_bed', at: timeIn(-anHourMs) }));
  await vi.waitFor(async () => expect(await at.home.reports()).toHaveLength(2), within);
  expect(await at.home.statusOf(small.streamA1x1)).toBe(1);
  await at.say(one, 'out_of_bed');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(3), within);
});
