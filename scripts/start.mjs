/** `npm start`: installs and builds what is missing, then runs the product. Arguments go to the server. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runScript } = await import('./setup/progress.mjs');
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { ensureWebBuild } = await import('./setup/web-build.mjs');
const { findNode } = await import('./setup/tools.mjs');
const { runProgram } = await import('./setup/run-program.mjs');

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  await ensureWebBuild(node);
  console.log('Starting the server ...');
  return runProgram(node, process.argv.slice(2));
});
