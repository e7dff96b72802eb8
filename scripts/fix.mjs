/** `npm run fix`: fixes what the linter can fix, then formats. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { runScript } = await import('./setup/progress.mjs');
const { findNode, run, toolFile } = await import('./setup/tools.mjs');

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  const { code } = await run(node, [toolFile('oxlint'), '--fix']);
  await run(node, [toolFile('oxfmt')]);
  return code;
});
