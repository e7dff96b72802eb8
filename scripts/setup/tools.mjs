/** Finds and runs the pinned Node.js and the tools of node_modules. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canRunServer } from './node-version.mjs';
import { SetupError } from './progress.mjs';
import { stopSignal } from './stop.mjs';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..', '..');

const binFolder = join(root, 'node_modules', '.bin');

/**
 * The Node.js that runs the product: the pinned one, or the current one when no package fits this machine.
 * Throws when the current one is too old.
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

/** Environment variables of a tool. Its PATH finds the pinned Node.js and the other tools first. */
export function toolEnvironment() {
  return { ...process.env, PATH: [binFolder, ...pathWithoutModules()].join(delimiter) };
}

/** PATH without the folders that `npm run` adds. */
export function pathWithoutModules() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes('node_modules'));
}

/**
 * The JavaScript file of a tool.
 * @param {string} packageName @param {string} [binName]
 */
export function toolFile(packageName, binName = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[binName]);
}

/**
 * Runs a program to its end. Rejects when the run is stopped before.
 * @param {string} file @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, shell?: boolean }} [options] quiet: returns the output instead of printing it
 * @returns {Promise<{ code: number, output: string }>} code 1 when the program cannot start or is killed
 */
export function run(file, args, { quiet = false, env = toolEnvironment(), shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const signal = stopSignal();
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
