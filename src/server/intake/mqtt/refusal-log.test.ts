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
