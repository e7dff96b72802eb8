/** Builds the web app when one of its sources has changed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './hash.mjs';
import { SetupError, step } from './progress.mjs';
import { root, run, toolFile } from './tools.mjs';

const sources = ['src/web', 'src/domain', 'src/contract', 'vite.config.ts', 'scripts/build', 'package-lock.json'];
const page = join(root, 'dist', 'web', 'index.html');
/** Holds the hash of the sources of the last build. */
const hashFile = join(root, 'dist', '.build-hash');

/** @param {string} node */
export async function ensureWebBuild(node) {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const wanted = hashOf(sources, [commit, process.env.VENDOR_NAME ?? '']);
  if (existsSync(page) && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === wanted) return;
  rmSync(hashFile, { force: true });
  await step('Building the web app', 'Web app built', async () => {
    const { code, output } = await run(node, [toolFile('vite'), 'build', '--logLevel', 'warn'], { quiet: true });
    if (code !== 0) throw new SetupError(`${output.trim()}\nThe web app could not be built; the lines above say why.`);
  });
  writeFileSync(hashFile, wanted);
}
