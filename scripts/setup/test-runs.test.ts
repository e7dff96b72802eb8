import { expect, test } from 'vitest';
import { summaryOf, withCrash } from './test-runs.mjs';

const none = { passed: 0, failed: 0, skipped: 0 };

test('the last line of npm test adds up the tests of all runs, and counts skipped tests only if there are any', () => {
  const runs = [
    { passed: 5, failed: 0, skipped: 2 },
    { ...none, passed: 4 },
  ];
  expect(summaryOf(runs)).toEqual({ line: '9 passed, 0 failed, 2 skipped', isGreen: true });
  expect(summaryOf([{ ...none, passed: 4 }]).line).toBe('4 passed, 0 failed');
});

test('npm test fails when one test fails, and when no test runs', () => {
  expect(summaryOf([{ passed: 4, failed: 1, skipped: 0 }]).isGreen).toBe(false);
  expect(summaryOf([none]).isGreen).toBe(false);
});

test('a test runner that exits with an error but reports no failed test counts as one failed test', () => {
  expect(withCrash({ ...none, passed: 7 }, 1).failed).toBe(1);
  expect(withCrash({ ...none, failed: 2 }, 1).failed).toBe(2);
  expect(withCrash({ ...none, passed: 7 }, 0).failed).toBe(0);
});
