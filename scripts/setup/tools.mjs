/** Finds and runs the pinned Node.js and the tools of node_modules. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './progress.mjs';
import { stopSignal } from './stop.mjs';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..', '..');

/**
 * The Node.js that runs the product: the pinned one, or the current one when no package fits this machine.
 * Throws when the current one cannot run TypeScript.
 */
export function findNode() {
  const folder = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', folder, 'bin', file);
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (process.features.typescript) return process.execPath;
  throw new SetupError(
    `Room Status runs on Node.js 22.18 or newer and no packaged one runs on this computer (${process.platform} ${process.arch}, Node.js ${process.version}): install Node.js 24 from https://nodejs.org and run the command again.`,
  );
}

/** Environment variables of a tool. PATH begins with the pinned Node.js and the other tools of node_modules. */
export function toolEnvironment() {
  return { ...process.env, PATH: [join(root, 'node_modules', '.bin'), ...pathWithoutModules()].join(delimiter) };
}

/** PATH without the folders that `npm run` adds. */
export function pathWithoutModules() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes('node_modules'));
}

/**
 * Path of the JavaScript file that runs a tool of node_modules.
 * @param {string} packageName @param {string} [binName]
 */
export function toolFile(packageName, binName = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[binName]);
}

/**
 * quiet: returns the output instead of printing it.
 * @typedef {{ quiet?: boolean, env?: NodeJS.ProcessEnv, shell?: boolean }} RunOptions
 */

/**
 * Runs a program to its end. After `stopAll` the program gets SIGTERM and may take its time, because the server
 * finishes the requests that it has accepted. Rejects when a stopped program does not end with code 0.
 * @param {string} file @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 when the program cannot start or is killed
 */
export function run(file, args, { quiet = false, env = toolEnvironment(), shell = false } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(file, args, { cwd: root, env, shell, stdio, signal: stopSignal });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    }
    child.on('error', (error) => {
      if (!stopSignal.aborted) text += `${error.message}\n`;
    });
    child.on('close', (code) => {
      if (stopSignal.aborted && code !== 0) reject(new Error('Stopped'));
      else resolve({ code: code ?? 1, output: text });
    });
  });
}
