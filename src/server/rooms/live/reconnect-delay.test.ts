import { beforeEach, expect, test } from 'vitest';
import { createReconnectDelay } from './reconnect-delay.ts';

let time: number;
let active: number;
let delay: ReturnType<typeof createReconnectDelay>;
beforeEach(() => {
  [time, active] = [0, 0];
  delay = createReconnectDelay(
    () => time,
    () => active,
  );
});

/** Connections that arrive at this interval, each of which keeps the event loop busy for this time. */
function connect(count: number, { intervalMs, costMs }: { intervalMs: number; costMs: number }): void {
  for (let index = 0; index < count; index += 1) {
    time += intervalMs;
    active += costMs;
    delay(1);
  }
}

/** The shortest and the longest of many delays, in tenths of a second. The connections are too rare to be measured. */
function range(viewerCount: number): [number, number] {
  const delays = Array.from({ length: 2_000 }, () => {
    time += 1_000;
    return delay(viewerCount);
  });
  return [Math.floor(Math.min(...delays) / 100), Math.ceil(Math.max(...delays) / 100)];
}

test('[LIVE-4] a few viewers reconnect after half a second to one and a half', () => {
  connect(1_000, { intervalMs: 1, costMs: 0.2 });
  expect(range(100)).toEqual([5, 15]);
});

test('many viewers are spread over the time that the server has needed for as many, and reconnect before their pages reload', () => {
  connect(1_000, { intervalMs: 1, costMs: 0.2 });
  expect(range(7_500)).toEqual([5, 20]);
  expect(range(100_000)).toEqual([5, 25]);
});

test('connections that arrive one after another do not change the delays', () => {
  connect(1_000, { intervalMs: 100, costMs: 50 });
  expect(range(7_500)).toEqual([5, 15]);
});

test('other work of the server does not lengthen the delays for good', () => {
  connect(200, { intervalMs: 9, costMs: 9 });
  connect(200, { intervalMs: 1, costMs: 0.2 });
  expect(range(7_500)).toEqual([5, 20]);
});
