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

test('every refused MQTT message is counted, and each kind of refusal is logged once a minute', () => {
  const { logRefusal, counted, lines, advance } = setUp();
  for (let index = 0; index < 5; index += 1) logRefusal('foreign-topic', { topic: 'a/b', device: 'mat' });
  expect([counted.length, lines]).toEqual([
    5,
    [
      [
        { reason: 'foreign-topic', topic: 'a/b', device: 'mat' },
        expect.stringMatching(/^MQTT messages are refused: .*roomstatus\/\{location\}\/\{room\}\/status/),
      ],
    ],
  ]);
  advance(60_000);
  logRefusal('foreign-topic', { topic: 'a/b', device: 'mat' });
  expect(lines).toHaveLength(2);
});

test('an MQTT message that its preset does not use, and one with an empty payload, is counted and not logged', () => {
  const { logRefusal, counted, lines } = setUp();
  const reasons = ['not-in-preset', 'ignored-by-preset', 'empty-payload'];
  for (const reason of reasons) logRefusal(reason, { topic: 'frigate/stats' });
  expect([counted, lines]).toEqual([reasons, []]);
});

test('each device that its equipment connection assigns to no room is logged with its name', () => {
  const { logRefusal, lines } = setUp();
  for (const device of ['A1 (sensor)', 'A2 (sensor)', 'A1 (sensor)', '']) {
    const refusal = { kind: 'unknown-device', device, connection: 'radars', uses: [], text: '' } as const;
    logRefusal(refusal, { topic: 'milesight/up', device: 'equipment:radars' });
  }
  const details = { reason: 'unknown-device', topic: 'milesight/up', device: 'equipment:radars' };
  const messageOf = (subject: string) =>
    `MQTT messages are refused: ${subject} is in no room of "radars"; names are case-sensitive`;
  expect(lines).toEqual([
    [details, messageOf('device A1 (sensor)')],
    [details, messageOf('device A2 (sensor)')],
    [details, messageOf('a device without a name')],
  ]);
});
