import { expect, test } from 'vitest';
import { noticeFailure, noticeGap, startListening } from './listening.ts';

const start = { wall: 1_000_000, steady: 0 };
const after = (steadyMs: number, wallMs = steadyMs) => ({ wall: start.wall + wallMs, steady: steadyMs });

test.each([
  ['15 s without a check is no gap', after(15_000), undefined],
  ['more than 15 s without a check is a gap', after(15_001), 'no check ran for 15 s'],
  ['a clock that is ahead by 2 s is no gap', after(500, 2_500), undefined],
  ['a clock that was set forward by more than 2 s is a gap', after(500, 2_501), 'the clock was set by 2 s'],
  ['a clock that was set back by an hour is a gap', after(500, -3_600_000), 'the clock was set by -3600 s'],
])('%s', (_title, clocks, expected) => {
  const { listening, gap } = noticeGap(startListening(start), clocks);
  expect(gap).toBe(expected);
  expect(listening.since).toBe(expected === undefined ? start.wall : clocks.wall);
});

test('failed checks are a gap after 15 s', () => {
  const listening = startListening(start);
  expect(noticeFailure(listening, after(15_000)).since).toBe(start.wall);
  expect(noticeFailure(listening, after(15_001)).since).toBe(start.wall + 15_001);
});
