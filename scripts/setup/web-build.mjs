/** Builds the web app when one of its sources has changed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, readStamp } from './hash.mjs';
import { SetupError, step } from './progress.mjs';
import { root, run, toolFile } from './tools.mjs';

const sources = ['src/web', 'src/domain', 'src/contract', 'vite.config.ts', 'scripts/build', 'package-lock.json'];
const stampFile = join(root, 'dist', '.build-hash');

/** @param {string} node */
export async function ensureWebBuild(node) {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const wanted = hashOf(root, sources, [commit, process.env.VENDOR_NAME ?? '']);
  if (readStamp(stampFile) === wanted && existsSync(join(root, 'dist', 'web', 'index.html'))) return;
  rmSync(stampFile, { force: true });
  await step('Building the web app', 'Web app built', async () => {
    const { code, output } = await run(node, [toolFile('vite'), 'build', '--logLevel', 'warn'], { quiet: true });
    if (code !== 0) throw new SetupError(`${output.trim()}\nThe web app could not be built; the lines above say why.`);
  });
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, wanted);
}
