/** `npm run fix`: mends what the linter can, then formats. */
import { ensureDependencies } from './setup/dependencies.mjs';
import { runScript } from './setup/progress.mjs';
import { findNode, run, toolFile } from './setup/tools.mjs';

await runScript(async () => {
  await ensureDependencies();
  const node = findNode();
  const { code } = await run(node, [toolFile('oxlint'), '--fix']);
  await run(node, [toolFile('oxfmt')]);
  return code;
});
