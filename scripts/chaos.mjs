/** `npm run chaos`: does violence to the product while it works, and prints what is left as a table. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runScript } = await import('./setup/progress.mjs');
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { ensureServices } = await import('./services/ensure-services.mjs');
const { ensureWebBuild } = await import('./setup/web-build.mjs');
const { findNode } = await import('./setup/tools.mjs');
const { runServer } = await import('./setup/server.mjs');

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  await ensureServices(['postgres', 'nats', 'nginx', 'openssl', 'faketime']);
  await ensureWebBuild(node);
  return runServer(node, process.argv.slice(2), { file: 'scripts/chaos/run-chaos.ts' });
});
