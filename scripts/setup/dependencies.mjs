/** Runs `npm ci` when node_modules lacks packages of package-lock.json that a command needs (decision 133). */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { secondsSince, SetupError, step } from './progress.mjs';
import { pathWithoutModules, root, run } from './tools.mjs';

const progressIntervalMs = 15_000;

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */

/**
 * Installs what is missing: all packages, or only those that build and run the product.
 * @param {{ forTests: boolean }} options
 */
export async function ensureDependencies({ forTests }) {
  const locked = packagesOf('package-lock.json');
  const needed = forTests ? locked : productPackages(locked);
  // npm writes the list of installed packages into node_modules/.package-lock.json.
  if (isInstalled(needed, packagesOf('node_modules/.package-lock.json'))) return;
  // NOTE: npm must not run on the Node.js of node_modules, because it replaces that folder.
  const env = { ...process.env, PATH: pathWithoutModules().join(delimiter), NODE_ENV: 'development' };
  const npm = { env, shell: process.platform === 'win32' };
  if (spawnSync('npm', ['--version'], npm).status !== 0) {
    throw new SetupError(
      'Room Status installs its dependencies with npm, and npm is missing: install Node.js 24 from https://nodejs.org, which contains npm.',
    );
  }
  const groups = forTests ? [] : ['--omit=dev'];
  await step('Installing the packages, which takes about a minute', 'Packages installed', () => install(npm, groups));
}

/** @param {import('./tools.mjs').RunOptions} npm @param {readonly string[]} groups */
async function install(npm, groups) {
  const start = performance.now();
  const timer = setInterval(() => console.log(`Still installing (${secondsSince(start)})`), progressIntervalMs);
  // npm runs no install scripts, because no package needs its own.
  const args = ['ci', ...groups, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await run('npm', args, { ...npm, quiet: true }).finally(() => clearInterval(timer));
  if (code === 0) return;
  throw new SetupError(
    `${output.trim()}\nnpm could not install the packages and says why above: check the connection to the npm registry and the free space, and run the command again.`,
  );
}

/**
 * For a command that installs nothing, because a server may be running from this folder.
 * Throws when a package that the product needs is missing or has another version.
 * @param {Record<string, LockedPackage>} [locked] @param {Record<string, LockedPackage>} [installed] packages by folder
 */
export function requireProductDependencies(
  locked = packagesOf('package-lock.json'),
  installed = packagesOf('node_modules/.package-lock.json'),
) {
  if (isInstalled(productPackages(locked), installed)) return;
  throw new SetupError(
    'The dependencies of this version are not installed. Stop the server if it runs from this folder, and run `npm run build`.',
  );
}

/** The packages without those that only tests, checks and measurements need. @param {Record<string, LockedPackage>} locked */
function productPackages(locked) {
  return Object.fromEntries(Object.entries(locked).filter(([, { dev = false }]) => !dev));
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
