import { expect, test } from 'vitest';
import { type Goal, ours, type Row, rowsOf, verdictOf } from './row.ts';

function row(values: readonly number[], goal: Goal, peer: readonly number[] = []): Row {
  const measured = [
    { subject: ours, values: [...values], cpuUs: [] },
    { subject: 'Nchan', values: [...peer], cpuUs: [] },
  ];
  return { name: 'row', unit: '1/s', goal, measured };
}

test('a goal for a ratio compares the values of the same round', () => {
  const noisyMachine = row([100, 10, 100], { atLeast: 1, of: 'Nchan' }, [90, 9, 90]);
  expect(verdictOf(noisyMachine)).toMatchObject({ word: 'met' });
  expect(verdictOf(noisyMachine).median).toBeCloseTo(1.11);
});

test('a median below its goal is missed, and within noise when one round has reached the goal', () => {
  const goal = { atLeast: 1.2, of: 'Nchan' };
  expect(verdictOf(row([100, 110, 130], goal, [100, 100, 100]))).toMatchObject({ word: 'missed', isWithinNoise: true });
  expect(verdictOf(row([100, 110, 115], goal, [100, 100, 100]))).toMatchObject({
    word: 'missed',
    isWithinNoise: false,
  });
});

test('a limit that is exceeded is missed', () => {
  expect(verdictOf(row([9, 11, 12], { atMost: 10 }))).toMatchObject({ word: 'missed', isWithinNoise: true });
  expect(verdictOf(row([0, 0, 1], { atMost: 0 }))).toMatchObject({ word: 'met' });
});

test('a row whose peer is not installed is not measured', () => {
  expect(verdictOf(row([100], { atLeast: 1, of: 'Nchan' })).word).toBe('not measured');
});

test('a sample of an undefined row is an error', () => {
  expect(() => rowsOf({ rows: [] }, [{ row: 'typo', subject: ours, value: 1 }])).toThrow(/typo/);
});
