import { expect, test } from 'vitest';
import { countsOfPlaywright, countsOfVitest, summaryOf, withCrash } from './test-runs.mjs';

const none = { passed: 0, failed: 0, skipped: 0 };

test('the last line of npm test sums all runs and shows skipped tests', () => {
  const vitest = countsOfVitest({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 });
  expect(summaryOf([vitest, { ...none, passed: 4 }])).toEqual({ line: '9 passed, 0 failed, 2 skipped', isGreen: true });
  expect(summaryOf([{ ...none, passed: 4 }]).line).toBe('4 passed, 0 failed');
});

test('a single failure fails the run, and so does a run without tests', () => {
  expect(
    summaryOf([
      { ...none, passed: 4 },
      { ...none, failed: 1 },
    ]).isGreen,
  ).toBe(false);
  expect(summaryOf([none]).isGreen).toBe(false);
});

test('a test runner that crashes counts as one failure', () => {
  expect(withCrash({ ...none, passed: 7 }, 1)).toEqual({ passed: 7, failed: 1, skipped: 0 });
  expect(withCrash({ ...none, failed: 2 }, 1).failed).toBe(2);
  expect(withCrash({ ...none, passed: 7 }, 0).failed).toBe(0);
});

test('a test that passes only at the second attempt counts as failed', () => {
  expect(countsOfPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
  });
});
