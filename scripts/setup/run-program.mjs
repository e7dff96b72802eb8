/** Runs the server, or another program of ours, until it ends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stopSignal } from './stop.mjs';
import { root, toolEnvironment } from './tools.mjs';

const mainFile = join('src', 'server', 'app', 'main.ts');

/**
 * Forwards a stop signal and waits: the server finishes the requests that it has accepted.
 * @param {string} node
 * @param {readonly string[]} args of the program
 * @param {{ nodeArgs?: readonly string[], env?: Readonly<Record<string, string>>, file?: string }} [options] file: the program, by default the server
 * @returns {Promise<number>} the exit code; 0 after a stop signal
 */
export function runProgram(node, args, { nodeArgs = [], env = {}, file = mainFile } = {}) {
  const stop = stopSignal();
  stop.throwIfAborted();
  const child = spawn(node, [...nodeArgs, file, ...args], {
    cwd: root,
    env: { ...toolEnvironment(), ...env },
    stdio: 'inherit',
  });
  // Ctrl-C reaches the server too, because it is in the same process group. The server treats both signals as one.
  stop.addEventListener('abort', () => child.kill(stop.reason));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`The program could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? (stop.aborted ? 0 : 1)));
  });
}
