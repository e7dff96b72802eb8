/** Finds and runs the programs that the scripts need: the pinned Node.js and the tools of node_modules. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canRunServer } from './node-version.mjs';
import { SetupError } from './progress.mjs';
import { stopped } from './stop.mjs';

/** The checkout. */
export const root = join(import.meta.dirname, '..', '..');

const binFolder = join(root, 'node_modules', '.bin');

/**
 * The Node.js that runs the product: the pinned one, or this one where no packaged Node.js runs here.
 * Throws when neither is new enough.
 */
export function findNode() {
  const folder = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', folder, 'bin', file);
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (canRunServer(process.version)) return process.execPath;
  throw new SetupError(
    `Room Status runs on Node.js 22.18 or newer and no packaged one runs on this computer (${process.platform} ${process.arch}, Node.js ${process.version}): install Node.js 24 from https://nodejs.org and run the command again.`,
  );
}

/** The environment of a tool: whatever it calls `node` is the pinned one, and so are its neighbours. */
export function toolEnvironment() {
  return { ...process.env, PATH: [binFolder, ...pathWithoutModules()].join(delimiter) };
}

/** The machine's own programs: PATH without the folders that `npm run` puts in front. */
export function pathWithoutModules() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes('node_modules'));
}

/**
 * The JavaScript file behind a tool's name.
 * @param {string} packageName @param {string} [binName]
 */
export function toolFile(packageName, binName = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[binName]);
}

/**
 * Runs a program to its end; rejects when the run is stopped before.
 * @param {string} file @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, shell?: boolean }} [options] quiet: the output is kept, not shown
 * @returns {Promise<{ code: number, output: string }>} a program that cannot start or is killed has code 1
 */
export function run(file, args, { quiet = false, env = toolEnvironment(), shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const signal = stopped();
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(file, args, { cwd: root, env, shell, stdio, signal });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => {
      if (signal.aborted) reject(new Error('Stopped', { cause: error }));
      else resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
