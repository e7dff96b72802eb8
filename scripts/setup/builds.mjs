/** Builds the web app and the server when one of their sources has changed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './hash.mjs';
import { SetupError, step } from './progress.mjs';
import { root, run, toolFile } from './tools.mjs';

const shared = ['src/domain', 'src/contract', 'package-lock.json'];

/**
 * `output`: a file that the build writes. `hash`: of the sources, and of other values that the build
 * contains. `hashFile`: holds the hash of the last build.
 * @typedef {{ name: string, output: string, hashFile: string, hash: () => string, command: () => string[] }} Build
 */

/** @type {Build} */
const webBuild = {
  name: 'web app',
  output: 'dist/web/index.html',
  hashFile: 'dist/.build-hash',
  hash: () => {
    const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout ?? '';
    return hashOf(['src/web', 'vite.config.ts', 'scripts/build', ...shared], [commit, process.env.VENDOR_NAME ?? '']);
  },
  command: () => [toolFile('vite'), 'build', '--logLevel', 'warn'],
};

/** @type {Build} */
const serverBuild = {
  name: 'server',
  output: 'dist/server/app/main.js',
  hashFile: 'dist/.server-build-hash',
  hash: () => hashOf(['src/server', 'rolldown.config.ts', ...shared]),
  command: () => [toolFile('rolldown'), '--config', '--logLevel', 'warn'],
};

/** @param {string} node */
export const ensureWebBuild = (node) => ensureBuild(node, webBuild);

/** @param {string} node */
export const ensureServerBuild = (node) => ensureBuild(node, serverBuild);

/** @param {string} node */
export async function ensureBuilds(node) {
  await ensureWebBuild(node);
  await ensureServerBuild(node);
}

/** Whether the built server has the code of its sources. */
export function isServerBuilt() {
  return isUpToDate(serverBuild, serverBuild.hash());
}

/** @param {string} node @param {Build} build */
async function ensureBuild(node, build) {
  const { name, hashFile, command } = build;
  const hash = build.hash();
  if (isUpToDate(build, hash)) return;
  rmSync(join(root, hashFile), { force: true });
  await step(`Building the ${name}`, `Built the ${name}`, async () => {
    const { code, output } = await run(node, command(), { quiet: true });
    if (code !== 0) throw new SetupError(`${output.trim()}\nThe ${name} could not be built; the lines above say why.`);
  });
  writeFileSync(join(root, hashFile), hash);
}

/** @param {Build} build @param {string} hash of the sources */
function isUpToDate({ output, hashFile }, hash) {
  const file = join(root, hashFile);
  return existsSync(join(root, output)) && existsSync(file) && readFileSync(file, 'utf8') === hash;
}
