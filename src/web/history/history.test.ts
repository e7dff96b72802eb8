import { expect, test } from 'vitest';
import { periodAt, periodsOf } from './history.ts';

const iso = (minute: number) => new Date(Date.UTC(2026, 2, 1, 2, minute)).toISOString();
const at = (minute: number) => Date.parse(iso(minute));
const page = (
  from: number,
  to: number,
  ...statuses: readonly (readonly [status: number, from: number, to: number])[]
) => ({
  from: iso(from),
  to: iso(to),
  statuses: statuses.map(([roomStatus, begin, end]) => ({ roomStatus, from: iso(begin), to: iso(end) })),
});

test('of the first status only a part is known, and so is the last one if the fetched time ends in the past', () => {
  const pages = [page(0, 30, [5, 0, 10], [3, 10, 12], [5, 12, 30])];
  const known = (isCurrent: boolean) =>
    periodsOf(pages, pages, { at: 0, isCurrent }).map(({ isOlder, lastsUntil }) => [isOlder, lastsUntil]);
  expect(known(true)).toEqual([
    [true, 'end'],
    [false, 'end'],
    [false, 'now'],
  ]);
  expect(known(false)).toEqual([
    [true, 'end'],
    [false, 'end'],
    [false, 'unknown'],
  ]);
});

test('a status that the end of a page divides is one period', () => {
  const pages = [page(0, 10, [5, 0, 10]), page(10, 30, [5, 10, 20], [3, 20, 30])];
  const periods = periodsOf(pages, pages, { at: 0, isCurrent: true });
  expect(periods.map(({ status, from, to }) => [status, from, to])).toEqual([
    [5, at(0), at(20)],
    [3, at(20), at(30)],
  ]);
});

test('a moment has the status that lasts then, the present has the last one, and a gap has none', () => {
  const pages = [page(0, 30, [5, 0, 10], [3, 20, 30])];
  const history = { periods: periodsOf(pages, pages, { at: 0, isCurrent: true }), to: at(30) };
  expect([0, 9, 10, 15, 20, 30].map((minute) => periodAt(history, at(minute))?.status)).toEqual([
    5,
    5,
    undefined,
    undefined,
    3,
    3,
  ]);
});
