/** Runs `npm ci` when node_modules does not match package-lock.json. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hashOf, readStamp } from './hash.mjs';
import { SetupError, step } from './progress.mjs';
import { pathWithoutModules, root, run } from './tools.mjs';

/** Inside node_modules, so that it is deleted with them. */
const stampFile = join(root, 'node_modules', '.room-status-lock');

export async function ensureDependencies() {
  const wanted = hashOf(root, ['package-lock.json'], [process.platform, process.arch]);
  if (readStamp(stampFile) === wanted) return;
  // NOTE: npm must not run on the Node.js of node_modules, because it replaces that folder.
  const env = { ...process.env, PATH: pathWithoutModules().join(delimiter), NODE_ENV: 'development' };
  const npm = { env, shell: process.platform === 'win32' };
  if (spawnSync('npm', ['--version'], npm).status !== 0) {
    throw new SetupError(
      'Room Status installs its parts with npm, and there is no npm here: install Node.js 24 from https://nodejs.org, which brings it.',
    );
  }
  await step('Installing the dependencies', 'Dependencies installed', async () => {
    // No package needs its install script.
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await run('npm', args, { ...npm, quiet: true });
    if (code !== 0)
      throw new SetupError(`${output.trim()}\nnpm could not install the dependencies; the lines above say why.`);
  });
  writeFileSync(stampFile, wanted);
}
