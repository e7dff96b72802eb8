import { expect, test } from 'vitest';
import { type Goal, ours, type Row, rowsOf, verdictOf } from './row.ts';

function row(values: readonly number[], goal: Goal, peer: readonly number[] = []): Row {
  const measured = [
    { subject: ours, values: [...values], cpuUs: [] },
    { subject: 'Nchan', values: [...peer], cpuUs: [] },
  ];
  return { name: 'row', unit: '1/s', goal, measured };
}

test('a goal for a ratio divides the values that were measured in the same round', () => {
  expect(verdictOf(row([100, 10, 100], { atLeast: 1.1, of: 'Nchan' }, [90, 9, 90]))).toBe('met');
});

test('a median below its goal, or above its limit, is missed', () => {
  expect(verdictOf(row([100, 110, 130], { atLeast: 1.2, of: 'Nchan' }, [100, 100, 100]))).toBe('missed');
  expect(verdictOf(row([9, 11, 12], { atMost: 10 }))).toBe('missed');
  expect(verdictOf(row([0, 0, 1], { atMost: 0 }))).toBe('met');
});

test('a row whose peer is not installed is not measured', () => {
  expect(verdictOf(row([100], { atLeast: 1, of: 'Nchan' }))).toBe('not measured');
});

test('a sample for a row that no benchmark defines is an error', () => {
  expect(() => rowsOf({ rows: [] }, [{ row: 'typo', subject: ours, value: 1 }])).toThrow(/typo/);
});
