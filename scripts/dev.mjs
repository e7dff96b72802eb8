/** `npm run dev`: serves the page at http://localhost:3001, reloads it and restarts the server at each change. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runScript } = await import('./setup/progress.mjs');
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { ensureWebBuild } = await import('./setup/web-build.mjs');
const { findNode, run, toolFile } = await import('./setup/tools.mjs');
const { stopAll } = await import('./setup/stop.mjs');
const { runProgram } = await import('./setup/run-program.mjs');

/** The proxy of vite.config.ts has the same port. */
const serverPort = '3002';
const pageUrl = 'http://localhost:3001';

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  await ensureWebBuild(node);
  const page = run(node, [toolFile('vite')]);
  const env = { PORT: serverPort, ROOM_STATUS_URL: pageUrl };
  const nodeArgs = ['--watch', '--watch-preserve-output'];
  const server = runProgram(node, process.argv.slice(2), { nodeArgs, env });
  const code = await Promise.race([server, page.then((end) => end.code)]);
  stopAll();
  return code;
});
