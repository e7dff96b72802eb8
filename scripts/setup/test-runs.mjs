/** Runs vitest and Playwright, and counts the results from their JSON reports. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, toolFile } from './tools.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const folder = join(root, 'test-results');

/** @param {string} node @param {readonly string[]} [args] for vitest */
export async function runVitest(node, args = []) {
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runWithReport(report, countsOfVitest, () => run(node, [toolFile('vitest'), 'run', ...reporters, ...args]));
}

/** @param {string} node */
export async function runPlaywright(node) {
  // The path is set in playwright.config.ts.
  const report = join(folder, 'e2e.json');
  return runWithReport(report, countsOfPlaywright, () =>
    run(node, [toolFile('@playwright/test', 'playwright'), 'test']),
  );
}

/**
 * @param {string} report file that the runner writes
 * @param {(report: any) => Counts} countsOf
 * @param {() => Promise<{ code: number }>} start
 */
async function runWithReport(report, countsOf, start) {
  mkdirSync(folder, { recursive: true });
  rmSync(report, { force: true });
  const { code } = await start();
  const counts = existsSync(report)
    ? countsOf(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  return withCrash(counts, code);
}

/**
 * A runner that fails without a failed test has crashed or could not read a file. It counts as one failure.
 * @param {Counts} counts @param {number} code
 */
export function withCrash(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} record @returns {Counts} */
export function countsOfVitest(record) {
  return {
    passed: record.numPassedTests,
    failed: record.numFailedTests,
    skipped: record.numPendingTests + record.numTodoTests,
  };
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} record @returns {Counts} */
export function countsOfPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** The last line of `npm test`. @param {readonly Counts[]} all */
export function summaryOf(all) {
  const sum = (/** @type {keyof Counts} */ kind) => all.reduce((total, counts) => total + counts[kind], 0);
  const skipped = sum('skipped');
  const line = `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, isGreen: sum('failed') === 0 && sum('passed') > 0 };
}
