import { expect, test } from 'vitest';
import { trackOutage } from './outage.ts';

type Step = readonly [second: number, what: 'worked' | 'failed'];

/** What was done when, in seconds, and from when to when there was lasting trouble. */
function lasting(steps: readonly Step[], isTriedUntilItWorks = true): string {
  let time = 0;
  const trouble = trackOutage({ elapsed: () => time * 1000, isTriedUntilItWorks });
  const seconds: number[] = [];
  for (time = 0; time <= 100; time += 1) {
    for (const [second, what] of steps) if (second === time) trouble[what]();
    if (trouble.isLasting()) seconds.push(time);
  }
  return `${seconds.at(0)} to ${seconds.at(-1)}`;
}

const every = (from: number, to: number, what: 'worked' | 'failed') =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, what] as const);

test('what fails for ten seconds is trouble that lasts, until it works', () => {
  expect(lasting([...every(0, 50, 'failed'), [51, 'worked']])).toBe('10 to 50');
});

test('what works in between is a hiccup', () => {
  expect(lasting(every(0, 90, 'failed').map(([second]) => [second, second % 9 === 0 ? 'worked' : 'failed']))).toBe(
    'undefined to undefined',
  );
});

test('it began with the attempt that failed, however long that waited for its failure', () => {
  let time = 0;
  const trouble = trackOutage({ elapsed: () => time * 1000, isTriedUntilItWorks: true });
  expect(trouble.isPresent()).toBe(false);
  time = 8;
  trouble.failed(2_000);
  expect([trouble.isPresent(), trouble.isLasting()]).toEqual([true, false]);
  time = 12;
  expect(trouble.isLasting()).toBe(true);
  trouble.worked();
  expect([trouble.isPresent(), trouble.isLasting()]).toEqual([false, false]);
});

test('of what nobody has tried for half a minute nothing is known', () => {
  expect(lasting(every(0, 20, 'failed'))).toBe('10 to 50');
  expect(lasting([[0, 'failed'], ...every(60, 75, 'failed'), [76, 'worked']])).toBe('10 to 75');
});

test('of what is done only when it is asked for, a failure says nothing about the time after it', () => {
  expect(lasting([[0, 'failed']], false)).toBe('undefined to undefined');
  expect(lasting([...every(0, 3, 'failed')], false)).toBe('undefined to undefined');
  expect(
    lasting(
      [
        [0, 'failed'],
        [12, 'failed'],
        [20, 'worked'],
      ],
      false,
    ),
  ).toBe('12 to 19');
  expect(lasting([...every(0, 12, 'failed')], false)).toBe('10 to 42');
});
