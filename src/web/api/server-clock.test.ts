import { afterEach, expect, test } from 'vitest';
import { clockOffsetMs, measureServerClock } from './server-clock.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const header = (instant: number) => new Date(instant).toUTCString();

afterEach(() => measureServerClock(header(noon), noon + 500, noon + 500));

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
  ['three seconds ahead', 3_000],
])('the clock offset of a computer whose clock is %s of the server is measured', (_, wrongByMs) => {
  measureServerClock(header(noon), noon + 450 + wrongByMs, noon + 550 + wrongByMs);
  expect(clockOffsetMs()).toBe(-wrongByMs);
});

test('a clock offset that whole seconds in the header Date or a slow call can explain counts as zero', () => {
  measureServerClock(header(noon), noon + 2_400, noon + 2_500);
  expect(clockOffsetMs()).toBe(0);
  measureServerClock(header(noon), noon - 9_000, noon + 1_000);
  expect(clockOffsetMs()).toBe(0);
});

test('the clock offset changes after the clock of the computer was corrected, but not by a response without a valid date', () => {
  measureServerClock(header(noon), noon + 60_500, noon + 60_500);
  measureServerClock(null, noon, noon);
  measureServerClock('soon', noon, noon);
  measureServerClock(header(noon), noon + 61_500, noon + 61_500);
  expect(clockOffsetMs(), 'noise does not change it').toBe(-60_000);
  measureServerClock(header(noon), noon + 500, noon + 500);
  expect(clockOffsetMs()).toBe(0);
});
