/** Runs `npm ci` when node_modules does not match package-lock.json. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, step } from './progress.mjs';
import { pathWithoutModules, root, run } from './tools.mjs';

const progressIntervalMs = 15_000;
/** npm that writes nothing for this time is probably waiting for the network. */
const maxSilentMs = 120_000;

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */

export async function ensureDependencies() {
  // npm writes the list of installed packages into node_modules/.package-lock.json.
  if (isInstalled(packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json'))) return;
  // NOTE: npm must not run on the Node.js of node_modules, because it replaces that folder.
  const env = { ...process.env, PATH: pathWithoutModules().join(delimiter), NODE_ENV: 'development' };
  const npm = { env, shell: process.platform === 'win32' };
  if (spawnSync('npm', ['--version'], npm).status !== 0) {
    throw new SetupError(
      'Room Status installs its dependencies with npm, and npm is missing: install Node.js 24 from https://nodejs.org, which contains npm.',
    );
  }
  await step('Installing the packages, which takes about a minute', 'Packages installed', () => install(npm));
}

/** @param {import('./tools.mjs').RunOptions} npm */
async function install(npm) {
  const start = performance.now();
  let lastOutput = start;
  const timer = setInterval(() => {
    const now = performance.now();
    console.log(installationProgress(now - start, now - lastOutput));
  }, progressIntervalMs);
  // No package needs its install script. With `http` npm writes a line for each package that it has fetched.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'];
  const onOutput = () => (lastOutput = performance.now());
  const { code, output } = await run('npm', args, { ...npm, quiet: true, onOutput }).finally(() =>
    clearInterval(timer),
  );
  if (code === 0) return;
  throw new SetupError(
    `${output.replaceAll(/^npm http .*\n/gm, '').trim()}\nnpm could not install the packages and says why above: check the connection to the npm registry and the free space, and run the command again.`,
  );
}

/** @param {number} elapsedMs since the start @param {number} silentMs since the last output of npm */
export function installationProgress(elapsedMs, silentMs) {
  const line = `Still installing (${Math.round(elapsedMs / 1000)} s)`;
  if (silentMs < maxSilentMs) return line;
  return `${line}; npm has fetched nothing for ${Math.round(silentMs / 1000)} s: check the connection to the npm registry, stop with Ctrl-C and run the command again.`;
}

/**
 * For a command that installs nothing, because a server may be running from this folder.
 * Throws when a package that the server needs is missing or has another version.
 * @param {Record<string, LockedPackage>} [locked] @param {Record<string, LockedPackage>} [installed] packages by folder
 */
export function requireServerDependencies(
  locked = packagesOf('package-lock.json'),
  installed = packagesOf('node_modules/.package-lock.json'),
) {
  const needed = Object.fromEntries(Object.entries(locked).filter(([, { dev = false }]) => !dev));
  if (isInstalled(needed, installed)) return;
  throw new SetupError(
    'The dependencies of this version are not installed. Stop the server if it runs from this folder, and run `npm ci --ignore-scripts`.',
  );
}

/**
 * Whether every locked package that this machine needs is installed in its locked version.
 * @param {Record<string, LockedPackage>} locked @param {Record<string, LockedPackage>} installed packages by folder
 */
export function isInstalled(locked, installed) {
  return Object.entries(locked).every(
    ([folder, wanted]) => folder === '' || !isNeeded(wanted) || installed[folder]?.version === wanted.version,
  );
}

/**
 * An optional package is needed when it is made for this operating system and processor. Packages for one C library are
 * not checked, because Node.js does not tell which one this machine has.
 * @param {LockedPackage} wanted
 */
function isNeeded({ optional = false, os = [], cpu = [], libc }) {
  return !optional || (os.includes(process.platform) && cpu.includes(process.arch) && libc === undefined);
}

/** @param {string} file @returns {Record<string, LockedPackage>} */
function packagesOf(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}
