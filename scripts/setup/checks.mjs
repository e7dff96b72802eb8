/** The checks that do not run the product. Each is one tool, prints nothing when it passes, and counts as one test. */
import { join } from 'node:path';
import { secondsSince } from './progress.mjs';
import { root, run, toolFile } from './tools.mjs';

/** @typedef {{ name: string, file: string, args: readonly string[] }} Check */

/** @returns {readonly Check[]} */
export function staticChecks() {
  return [
    { name: 'format', file: toolFile('oxfmt'), args: ['--check'] },
    { name: 'lint', file: toolFile('oxlint'), args: [] },
    { name: 'types', file: toolFile('typescript', 'tsc'), args: ['-b'] },
    { name: 'unused code', file: toolFile('knip'), args: ['--no-progress'] },
    scriptCheck('commit-subjects'),
  ];
}

/** @param {string} name a script of scripts/ @returns {Check} */
export function scriptCheck(name) {
  return { name, file: join(root, 'scripts', `${name}.mjs`), args: [] };
}

/**
 * Runs checks side by side and prints the whole output of each as it ends.
 * @param {string} node @param {readonly Check[]} checks
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runChecks(node, checks) {
  const codes = await Promise.all(
    checks.map(async ({ name, file, args }) => {
      const start = performance.now();
      const { code, output } = await run(node, [file, ...args], { quiet: true });
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${secondsSince(start)})`);
      if (code !== 0) console.log(output);
      return code;
    }),
  );
  const passed = codes.filter((code) => code === 0).length;
  return { passed, failed: codes.length - passed, skipped: 0 };
}
