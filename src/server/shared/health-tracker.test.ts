import { expect, test } from 'vitest';
import { createHealthTracker } from './health-tracker.ts';

type Step = readonly [second: number, what: 'succeeded' | 'failed'];

/** Runs attempts at the given seconds and returns the seconds in which the tracker reports an outage. */
function outageOf(steps: readonly Step[], isRetried = true): string {
  let time = 0;
  const health = createHealthTracker({ elapsed: () => time * 1000, isRetried });
  const seconds: number[] = [];
  for (time = 0; time <= 200; time += 1) {
    for (const [second, what] of steps) if (second === time) health[what]();
    if (health.hasOutage()) seconds.push(time);
  }
  return seconds.length === 0 ? 'none' : `${seconds.at(0)} to ${seconds.at(-1)}`;
}

const each = (from: number, to: number, what: Step[1]) =>
  Array.from({ length: to - from + 1 }, (_, index): Step => [from + index, what]);

test('failures for 10 s are an outage, until an attempt succeeds', () => {
  expect(outageOf([...each(0, 50, 'failed'), [51, 'succeeded']])).toBe('10 to 50');
});

test('failures with a success every 9 s are no outage', () => {
  const steps = each(0, 90, 'failed').map(([second]): Step => [second, second % 9 === 0 ? 'succeeded' : 'failed']);
  expect(outageOf(steps)).toBe('none');
});

test('an outage begins when the first failed attempt started, even if that attempt took long', () => {
  let time = 0;
  const health = createHealthTracker({ elapsed: () => time * 1000, isRetried: true });
  expect(health.isFailing()).toBe(false);
  time = 8;
  health.failed(2_000);
  expect([health.isFailing(), health.hasOutage()]).toEqual([true, false]);
  time = 12;
  expect(health.hasOutage()).toBe(true);
  health.succeeded();
  expect([health.isFailing(), health.hasOutage()]).toEqual([false, false]);
});

test('an outage of a retried operation ends after 30 s without an attempt', () => {
  expect(outageOf(each(0, 20, 'failed'))).toBe('10 to 50');
  expect(outageOf([[0, 'failed'], ...each(60, 75, 'failed'), [76, 'succeeded']])).toBe('10 to 75');
});

test.each<[string, readonly Step[], string]>([
  ['one failure', [[0, 'failed']], 'none'],
  ['failures for 3 s', each(0, 3, 'failed'), 'none'],
  ['a failure 12 s after the first', [...each(0, 0, 'failed'), [12, 'failed'], [20, 'succeeded']], '12 to 19'],
  ['failures for 12 s', each(0, 12, 'failed'), '10 to 132'],
  [
    'failures 100 s apart',
    [
      [0, 'failed'],
      [100, 'failed'],
      [101, 'succeeded'],
    ],
    '100 to 100',
  ],
])(
  'an operation that is not retried has an outage once its failures span 10 s, until a success or 2 min after the last failure: %s',
  (_title, steps, expected) => {
    expect(outageOf(steps, false)).toBe(expected);
  },
);
