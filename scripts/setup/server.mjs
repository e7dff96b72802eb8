/** Runs the server until it ends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, toolEnvironment } from './tools.mjs';

const mainFile = join('src', 'server', 'app', 'main.ts');

/**
 * Signals are passed on and the server decides when it is done, so that nothing accepted is lost.
 * @param {string} node
 * @param {readonly string[]} args of the server
 * @param {{ nodeArgs?: readonly string[], env?: Readonly<Record<string, string>> }} [options]
 * @returns {Promise<number>} its exit code; 0 after a signal
 */
export function runServer(node, args, { nodeArgs = [], env = {} } = {}) {
  const child = spawn(node, [...nodeArgs, mainFile, ...args], {
    cwd: root,
    env: { ...toolEnvironment(), ...env },
    stdio: 'inherit',
  });
  let wasStopped = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C reaches the whole terminal group, the server too, and npm repeats it to us: passing it on would say it twice.
      const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
      if (!wasStopped && !isFromTerminal) child.kill(signal);
      wasStopped = true;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (wasStopped && signal !== null ? 0 : 1)));
  });
}
