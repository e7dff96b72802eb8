/** `npm run check`: format, lint of changed files, types, unused code and the quick tests. `npm test` runs the rest. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runChecks, staticChecks } = await import('./setup/checks.mjs');
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { runScript } = await import('./setup/progress.mjs');
const { runVitest, summaryOf } = await import('./setup/test-runs.mjs');
const { findNode } = await import('./setup/tools.mjs');

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  const checks = await runChecks(node, staticChecks({ isCached: true }));
  const tests = await runVitest(node, ['--project', 'unit']);
  const { line, isGreen } = summaryOf([checks, tests]);
  console.log(line);
  return isGreen ? 0 : 1;
});
