/** Runs the server until it ends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stopped } from './stop.mjs';
import { root, toolEnvironment } from './tools.mjs';

const mainFile = join('src', 'server', 'app', 'main.ts');

/**
 * A stop is passed on and the server decides when it is done, so that nothing accepted is lost.
 * @param {string} node
 * @param {readonly string[]} args of the server
 * @param {{ nodeArgs?: readonly string[], env?: Readonly<Record<string, string>>, file?: string }} [options] file: instead of the server's
 * @returns {Promise<number>} its exit code; 0 after a stop
 */
export function runServer(node, args, { nodeArgs = [], env = {}, file = mainFile } = {}) {
  const stop = stopped();
  stop.throwIfAborted();
  const child = spawn(node, [...nodeArgs, file, ...args], {
    cwd: root,
    env: { ...toolEnvironment(), ...env },
    stdio: 'inherit',
  });
  // Ctrl-C has reached the server too, as a part of the terminal's group; it takes signals at once for one.
  stop.addEventListener('abort', () => child.kill(stop.reason));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? (stop.aborted ? 0 : 1)));
  });
}
