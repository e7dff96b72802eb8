import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activities, activityOf, type EventReport } from './activity.ts';
import { nightSummaryOf } from './night-summary.ts';
import { isComparable, raisedNumbersOf, typicalRangesOf } from './typical-range.ts';
import type { SleepNumbers } from './sleep-numbers.ts';

const [edgeOfBed, outOfBed, inBed, bathroom, staff, unreachable] = [2, 3, 5, 6, 11, 12];
const minuteMs = 60_000;
const night = { from: 0, to: 1_440 * minuteMs };
const sleep = { from: 540 * minuteMs, to: 1_140 * minuteMs };

/** A log of statuses at minutes of the night. */
const logOf = (...entries: readonly (readonly [minute: number, status: number])[]): readonly EventReport[] =>
  entries.map(([minute, status]) => ({ status, at: minute * minuteMs, effect: 'applied' }));
const summaryOf = (entries: readonly EventReport[], before: number | null = inBed) =>
  nightSummaryOf({ night, sleep, entries, before, gaps: [], alerts: [] });

test('a resident who goes to the bathroom and back left the bed once', () => {
  const { sleep: numbers } = summaryOf(
    logOf([600, edgeOfBed], [601, outOfBed], [602, bathroom], [610, outOfBed], [611, edgeOfBed], [612, inBed]),
  );
  expect(numbers).toMatchObject({ bedExits: 1, bathroomVisits: 1, restlessCount: 2, maxOutOfBedSeconds: 600 });
  expect(numbers.seconds).toMatchObject({ up: 120, bathroom: 480, unmonitored: 0 });
});

test('walking, sitting down on the bed and walking on is one bed exit', () => {
  expect(summaryOf(logOf([600, outOfBed], [605, edgeOfBed], [606, outOfBed])).sleep.bedExits).toBe(1);
});

test('a resident whom staff help is neither out of bed nor in bed again', () => {
  const log = logOf(
    [600, outOfBed],
    [601, staff],
    [620, outOfBed],
    [621, staff],
    [622, inBed],
    [700, staff],
    [705, inBed],
  );
  expect(summaryOf(log).sleep).toMatchObject({ bedExits: 1, maxOutOfBedSeconds: 120 });
});

test('what happens outside the hours of sleep counts for the day only', () => {
  const { sleep: numbers, seconds } = summaryOf(logOf([100, outOfBed], [500, inBed], [1_200, outOfBed]));
  expect(numbers).toMatchObject({ bedExits: 0, seconds: { bed: 36_000, up: 0 } });
  expect(seconds.up).toBe((400 + 240) * 60);
});

test('a report that arrived late counts at the time of its event', () => {
  const late = { status: outOfBed, at: 610 * minuteMs, receivedAt: 900 * minuteMs, effect: 'late' } as const;
  const back = { ...late, status: inBed, at: 615 * minuteMs };
  const { sleep: numbers } = summaryOf([...logOf([600, unreachable], [700, inBed]), late, back]);
  expect(numbers).toMatchObject({ bedExits: 1, maxOutOfBedSeconds: 300, seconds: { unmonitored: 600 } });
});

test('the time before the first report of a room is not counted, and a room without a report has no time', () => {
  const first = summaryOf(logOf([600, inBed], [700, unreachable], [710, inBed]), null);
  expect(first.seconds).toMatchObject({ bed: (1_440 - 610) * 60, unmonitored: 600 });
  expect(Object.values(summaryOf([], null).seconds)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a device that returns from an outage with an older report is in bed from then on', () => {
  const log = logOf([600, outOfBed], [602, unreachable], [601, inBed], [900, outOfBed]);
  expect(summaryOf(log).sleep.seconds).toMatchObject({ unmonitored: 0, up: (2 + 240) * 60 });
});

const entry = fc.record({
  minute: fc.integer({ min: 0, max: 1_439 }),
  status: fc.constantFrom(-1, 1, 2, 3, 4, 5, 6, 10, 11, 12, 24, 99),
  isLate: fc.boolean(),
});

test('for any log the numbers equal a count minute by minute', () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ minute }) => minute }), (entries) => {
      const sorted = entries.toSorted((one, other) => one.minute - other.minute);
      const inTime = sorted.filter(({ isLate }) => !isLate);
      const late = sorted.filter(({ isLate }) => isLate);
      const log = [...inTime, ...late].map(({ minute, status, isLate }) => {
        return { status, at: minute * minuteMs, receivedAt: night.to, effect: isLate ? 'late' : 'applied' } as const;
      });
      let status = inBed;
      const day = Array.from({ length: 1_440 }, (_, minute) => {
        status = entries.find((one) => one.minute === minute)?.status ?? status;
        return status;
      });
      const asleep = day.slice(540, 1_140);
      const summary = summaryOf(log);
      for (const activity of activities) {
        const minutesIn = (statuses: readonly number[]) =>
          statuses.filter((one) => activityOf(one) === activity).length;
        expect(summary.seconds[activity]).toBe(minutesIn(day) * 60);
        expect(summary.sleep.seconds[activity]).toBe(minutesIn(asleep) * 60);
      }
      let isLying = false;
      let exits = 0;
      for (const one of asleep) {
        const isAway = ['up', 'bathroom', 'out'].includes(activityOf(one));
        if (isAway && isLying) exits++;
        if (isAway) isLying = false;
        else if (activityOf(one) === 'bed' && one !== edgeOfBed) isLying = true;
      }
      expect(summary.sleep.bedExits).toBe(exits);
    }),
  );
});

const quietNight = (change: Partial<SleepNumbers> = {}): SleepNumbers => ({
  ...summaryOf(logOf([600, outOfBed], [605, inBed])).sleep,
  ...change,
});

test('a night is unusual when a number is clearly above the other nights of the room', () => {
  const typical = typicalRangesOf([1, 2, 2, 1, 9, 2].map((bedExits) => quietNight({ bedExits })));
  expect(typical?.bedExits).toEqual({ low: 1, high: 2 });
  if (typical === undefined) throw new Error('no range');
  expect(raisedNumbersOf(quietNight({ bedExits: 3 }), typical)).toEqual([]);
  expect(raisedNumbersOf(quietNight({ bedExits: 4 }), typical)).toEqual(['bedExits']);
});

test('nights that nobody monitored, and four nights, have no typical values', () => {
  const unmonitored = summaryOf(logOf([0, unreachable])).sleep;
  expect(isComparable(unmonitored)).toBe(false);
  expect(typicalRangesOf([...Array.from({ length: 4 }, () => quietNight()), unmonitored])).toBeUndefined();
});
