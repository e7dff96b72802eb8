/** `npm test`: installs what is missing, then runs all checks and all tests. The last line is `N passed, N failed`. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runScript } = await import('./setup/progress.mjs');
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { ensureServices } = await import('./services/ensure-services.mjs');
const { ensureWebBuild } = await import('./setup/web-build.mjs');
const { findNode } = await import('./setup/tools.mjs');
const { runChecks, scriptCheck, staticChecks } = await import('./setup/checks.mjs');
const { runPlaywright, runVitest, summaryOf } = await import('./setup/test-runs.mjs');

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  await ensureServices(['chromium', 'postgres', 'nats', 'mosquitto', 'nginx', 'openssl']);
  await ensureWebBuild(node);
  const counts = [
    await runChecks(node, [...staticChecks(), scriptCheck('check-size'), scriptCheck('requirements')]),
    await runVitest(node),
    await runPlaywright(node),
  ];
  const { line, isGreen } = summaryOf(counts);
  console.log(`\n${line}`);
  return isGreen ? 0 : 1;
});
