import { expect, test } from 'vitest';
import { localClockOf } from '../../../domain/local-time/local-clock.ts';
import { ticksOf } from './ticks.ts';

const hours = (zone: string, from: number, to: number) =>
  ticksOf({ from, to }, localClockOf(zone)).map((at) => Math.floor(localClockOf(zone)(at) / 60));

test('the axis names round local times, also in a zone that is half an hour off', () => {
  const from = Date.UTC(2026, 5, 1, 0, 7);
  expect(hours('Asia/Kolkata', from, from + 24 * 3_600_000)).toEqual([8, 12, 16, 20, 0, 4]);
  expect(ticksOf({ from, to: from + 20 * 60_000 }, localClockOf('Asia/Kolkata'))).toHaveLength(4);
});

test('in the night of a clock change the axis has each local time as often as it was', () => {
  const evening = Date.UTC(2026, 9, 24, 23);
  expect(hours('Europe/Brussels', evening, evening + 5 * 3_600_000)).toEqual([1, 2, 2, 3, 4]);
  const spring = Date.UTC(2026, 2, 28, 23);
  expect(hours('Europe/Brussels', spring, spring + 5 * 3_600_000)).toEqual([0, 1, 3, 4, 5]);
});
