/** `npm run dev`: the server, restarted at each change, behind the page at http://localhost:3001, renewed at each change. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { spawn } = await import('node:child_process');
const { runScript } = await import('./setup/progress.mjs');
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { ensureWebBuild } = await import('./setup/web-build.mjs');
const { findNode, root, toolEnvironment, toolFile } = await import('./setup/tools.mjs');
const { runServer } = await import('./setup/server.mjs');

/** Also in vite.config.ts. */
const serverPort = '3002';
const pageUrl = 'http://localhost:3001';

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  await ensureWebBuild(node);
  const page = spawn(node, [toolFile('vite')], { cwd: root, env: toolEnvironment(), stdio: 'inherit' });
  const env = { PORT: serverPort, ROOM_STATUS_URL: pageUrl };
  const server = runServer(node, process.argv.slice(2), { nodeArgs: ['--watch', '--watch-preserve-output'], env });
  const pageEnds = new Promise((resolve) => page.on('exit', (code) => resolve(code ?? 0)));
  const code = await Promise.race([server, pageEnds]);
  page.kill();
  return code;
});
