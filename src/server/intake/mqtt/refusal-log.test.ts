import { expect, test } from 'vitest';
import { createRefusalLog } from './refusal-log.ts';

function setUp() {
  const counted: string[] = [];
  const lines: (readonly [object, string])[] = [];
  let time = 0;
  const logRefusal = createRefusalLog({
    count: (reason) => void counted.push(reason),
    log: { warn: (...line) => void lines.push(line) },
    now: () => time,
  });
  return { logRefusal, counted, lines, advance: (ms: number) => (time += ms) };
}

test('of the same kind one line a minute; each is counted', () => {
  const { logRefusal, counted, lines, advance } = setUp();
  for (let index = 0; index < 5; index += 1) logRefusal('foreign-topic', { topic: 'a/b', device: 'mat' });
  expect([counted.length, lines]).toEqual([
    5,
    [
      [
        { reason: 'foreign-topic', topic: 'a/b', device: 'mat' },
        expect.stringMatching(/^messages of MQTT are not taken: .*roomstatus\/\{location\}\/\{room\}\/status/),
      ],
    ],
  ]);
  advance(60_000);
  logRefusal('foreign-topic', { topic: 'a/b', device: 'mat' });
  expect(lines).toHaveLength(2);
});

test('of each device that no room has a line of its own, with its name', () => {
  const { logRefusal, counted, lines } = setUp();
  const unknown = (device: string) => ({ kind: 'unknown-device', device, connection: 'radars' }) as const;
  for (const device of ['A1 (sensor)', 'A2 (sensor)', 'A1 (sensor)', '']) {
    logRefusal(unknown(device), { topic: 'milesight/up', device: 'equipment:radars' });
  }
  const details = { reason: 'unknown-device', topic: 'milesight/up', device: 'equipment:radars' };
  const of = (which: string) =>
    `messages of MQTT are not taken: ${which} is in no room of "radars"; letter case counts`;
  expect(lines).toEqual([
    [details, of('device A1 (sensor)')],
    [details, of('device A2 (sensor)')],
    [details, of('a device that it does not name')],
  ]);
  expect(counted).toEqual(Array(4).fill('unknown-device'));
});

test('a device that finds ever new topics fills neither the log nor the place of the others in it', () => {
  const { logRefusal, counted, lines } = setUp();
  const long = 'x'.repeat(60_000);
  for (let index = 0; index < 3_000; index += 1)
    logRefusal('foreign-topic', { topic: `${index}/${long}`, device: 'bad' });
  expect([counted.length, lines.length]).toEqual([3_000, 51]);
  expect(JSON.stringify(lines).length).toBeLessThan(51 * 600);
  expect(lines.at(-1)).toEqual([{ device: 'bad' }, expect.stringContaining('see the metrics')]);
  logRefusal('foreign-topic', { topic: '1', device: 'good' });
  expect(lines.at(-1)).toMatchObject([{ device: 'good' }, expect.stringContaining('messages of MQTT are not taken')]);
});
