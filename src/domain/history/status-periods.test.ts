import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LoggedReport, statusPeriodsOf, unshownReportsOf } from './status-periods.ts';

const [fall, outOfBed, inBed, unreachable] = [1, 3, 5, 12];
const span = { from: 1_000, to: 10_000 };

function entry(at: number, status: number, effect: LoggedReport['effect'] = 'applied', receivedAt = at): LoggedReport {
  return { status, at, receivedAt, effect };
}

test('each status lasts until the next one, and the first one is that before the time span', () => {
  expect(statusPeriodsOf([entry(2_000, outOfBed), entry(5_000, inBed)], inBed, span)).toEqual([
    { status: inBed, from: 1_000, to: 2_000 },
    { status: outOfBed, from: 2_000, to: 5_000 },
    { status: inBed, from: 5_000, to: 10_000 },
  ]);
});

test('before the first report of a room there is a gap, and a room that is offline is unreachable', () => {
  expect(statusPeriodsOf([entry(4_000, inBed), entry(6_000, unreachable)], null, span)).toEqual([
    { status: inBed, from: 4_000, to: 6_000 },
    { status: unreachable, from: 6_000, to: 10_000 },
  ]);
  expect(statusPeriodsOf([], null, span)).toEqual([]);
});

test('a fall that another status replaces in the same second is kept', () => {
  expect(statusPeriodsOf([entry(4_000, fall), entry(4_000, inBed)], outOfBed, span)).toEqual([
    { status: outOfBed, from: 1_000, to: 4_000 },
    { status: fall, from: 4_000, to: 4_000 },
    { status: inBed, from: 4_000, to: 10_000 },
  ]);
});

test('reports that the card never showed are listed by the time of their event', () => {
  const entries = [entry(9_000, inBed, 'late', 90_000), entry(3_000, fall, 'unreachable'), entry(500, fall, 'late')];
  expect(unshownReportsOf(entries, span).map(({ at, effect }) => [at, effect])).toEqual([
    [3_000, 'unreachable'],
    [9_000, 'late'],
  ]);
});

const log = fc
  .array(fc.record({ at: fc.nat(12_000), status: fc.constantFrom(fall, outOfBed, inBed) }), { maxLength: 30 })
  .map((entries) => entries.map(({ at, status }) => entry(at, status)));

test('the periods are in order, without a gap, and adjacent ones differ', () => {
  fc.assert(
    fc.property(log, fc.constantFrom(null, inBed), (entries, before) => {
      const periods = statusPeriodsOf(entries, before, span);
      for (const [index, { from, to, status }] of periods.entries()) {
        const next = periods[index + 1];
        expect(from).toBeGreaterThanOrEqual(span.from);
        expect(to).toBe(next?.from ?? span.to);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(status).not.toBe(next?.status);
      }
    }),
  );
});

test('each change of the status in the time span begins a period at its time, if the times do not decrease', () => {
  fc.assert(
    fc.property(log, (unsorted) => {
      const entries = unsorted.toSorted((one, other) => one.at - other.at);
      const changes = entries.filter(
        ({ status, at }, index) => status !== entries[index - 1]?.status && at >= span.from && at < span.to,
      );
      const starts = statusPeriodsOf(entries, null, span).filter(({ from }) => from > span.from);
      const expected = changes.filter(({ at }) => at > span.from).map(({ at, status }) => ({ from: at, status }));
      expect(starts.map(({ from, status }) => ({ from, status }))).toEqual(expected);
    }),
  );
});
