/** `npm run bench`: measures what the product costs, with peers in the same run. */
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
  await ensureServices(['postgres', 'nats', 'mosquitto', 'nginx', 'nchan']);
  await ensureWebBuild(node);
  return runServer(node, process.argv.slice(2), { file: 'bench/run-bench.ts' });
});
