import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summaryOf, vitestFailures, withCrash } from './test-runs.mjs';
import { root } from './tools.mjs';

const none = { passed: 0, failed: 0, skipped: 0 };

test('the last line of npm test adds up the tests of all runs, and counts skipped tests only if there are any', () => {
  const runs = [
    { passed: 5, failed: 0, skipped: 2 },
    { ...none, passed: 4 },
  ];
  expect(summaryOf(runs)).toEqual({ line: '9 passed, 0 failed, 2 skipped', failures: [], isGreen: true });
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

test('the end of npm test names each test that failed, with the start of its error, and each file that could not run', () => {
  const error = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
  const report = {
    testResults: [
      {
        name: join(root, 'src/a.test.ts'),
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'works', failureMessages: [] },
          { status: 'failed', fullName: 'breaks', failureMessages: [error] },
        ],
      },
      { name: join(root, 'src/b.test.ts'), message: 'no such module', assertionResults: [] },
    ],
  };
  const { failures } = summaryOf([{ ...none, failed: 2, failures: vitestFailures(report) }]);
  expect(failures).toHaveLength(2);
  expect(failures[0]).toMatch(/^src\/a\.test\.ts > breaks\nline 0\n(.*\n)*line 29$/);
  expect(failures[1]).toBe('src/b.test.ts: no such module');
});
