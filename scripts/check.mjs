/** `npm run check`: format, lint, types, unused and the quick tests, in seconds. */
import { runChecks, staticChecks } from './setup/checks.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { runScript } from './setup/progress.mjs';
import { runVitest, summaryOf } from './setup/test-runs.mjs';
import { findNode } from './setup/tools.mjs';

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  const checks = await runChecks(node, staticChecks());
  const tests = await runVitest(node, ['--project', 'unit']);
  const { line, isGreen } = summaryOf([checks, tests]);
  console.log(line);
  return isGreen ? 0 : 1;
});
