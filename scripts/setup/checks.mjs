/** Runs the checks that are not tests, such as the linter. `npm test` counts each check as one test. */
import { join } from 'node:path';
import { secondsSince } from './progress.mjs';
import { root, run, toolFile } from './tools.mjs';

/** @typedef {{ name: string, command: readonly string[] }} Check the command: a JavaScript file and its arguments */

/** @returns {readonly Check[]} */
export function staticChecks() {
  return [
    { name: 'format', command: [toolFile('oxfmt'), '--check'] },
    { name: 'lint', command: [toolFile('oxlint')] },
    { name: 'types', command: [toolFile('typescript', 'tsc'), '-b'] },
    { name: 'unused code', command: [toolFile('knip'), '--no-progress'] },
    scriptCheck('commit-subjects'),
  ];
}

/** @param {string} name a script of scripts/ @returns {Check} */
export function scriptCheck(name) {
  return { name, command: [join(root, 'scripts', `${name}.mjs`)] };
}

/**
 * Runs checks in parallel. Prints the output of a check that fails.
 * @param {string} node @param {readonly Check[]} checks
 */
export async function runChecks(node, checks) {
  /** @type {string[]} */
  const failures = [];
  const counts = { passed: 0, failed: 0, skipped: 0, failures };
  const runCheck = async (/** @type {Check} */ { name, command }) => {
    const start = performance.now();
    const { code, output } = await run(node, command, { quiet: true });
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${secondsSince(start)})`);
    counts[code === 0 ? 'passed' : 'failed'] += 1;
    if (code === 0) return;
    console.log(output);
    failures.push(`the check "${name}": its output is above`);
  };
  await Promise.all(checks.map(runCheck));
  return counts;
}
