/** Runs vitest and Playwright, and counts the results from their JSON reports. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, run, toolEnvironment, toolFile } from './tools.mjs';

/** Keeps compiled code, which halves the processor time in which the many processes and threads of tests start. */
const compileCache = join(root, 'node_modules', '.cache', 'node');

/** So many lines of an error are repeated at the end of the output. */
const shownLines = 30;

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[] }} Counts */

/** @param {string} node @param {readonly string[]} [args] for vitest */
export function runVitest(node, args = []) {
  const report = 'test-results/vitest.json';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return countTests(node, [toolFile('vitest'), 'run', ...reporters, ...args], report, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
    failures: vitestFailures(json),
  }));
}

/** @param {string} node */
export function runPlaywright(node) {
  // The path of the report is that of playwright.config.ts.
  const report = 'test-results/e2e.json';
  return countTests(node, [toolFile('@playwright/test', 'playwright'), 'test'], report, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

/** @param {any} json the report of vitest @returns {string[]} */
export function vitestFailures(json) {
  return json.testResults.flatMap((/** @type {any} */ { name, message, assertionResults }) => {
    const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
    const file = relative(root, name);
    if (failed.length === 0) return message === '' ? [] : [`${file}: ${startOf(message)}`];
    return failed.map((/** @type {any} */ test) => `${file} > ${test.fullName}\n${startOf(test.failureMessages[0])}`);
  });
}

/** @param {string} [message] of an error */
function startOf(message = '') {
  return message.split('\n').slice(0, shownLines).join('\n');
}

/**
 * @param {string} node @param {readonly string[]} args of the test runner
 * @param {string} report path of the JSON file that the runner writes
 * @param {(json: any) => Counts} countsOf
 */
async function countTests(node, args, report, countsOf) {
  const file = join(root, report);
  rmSync(file, { force: true });
  const env = { ...toolEnvironment(), NODE_COMPILE_CACHE: compileCache };
  const { code } = await run(node, args, { env });
  const counts = existsSync(file)
    ? countsOf(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  return withCrash(counts, code);
}

/**
 * A test runner that fails without a failed test has crashed or could not read a file. This counts as one failed test.
 * @param {Counts} counts @param {number} code
 */
export function withCrash(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The last line of `npm test`, what failed, and whether all tests passed. @param {readonly Counts[]} all */
export function summaryOf(all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ kind) =>
    all.reduce((total, counts) => total + counts[kind], 0);
  const skipped = sum('skipped');
  const line = `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const failures = all.flatMap((counts) => counts.failures ?? []);
  return { line, failures, isGreen: sum('failed') === 0 && sum('passed') > 0 };
}
