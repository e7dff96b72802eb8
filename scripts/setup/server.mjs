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
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    wasStopped = true;
    // Ctrl-C has reached the server too, as a part of the terminal's group; it takes signals at once for one.
    child.kill(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
  whenNpmIsGone(() => stop('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (wasStopped && signal !== null ? 0 : 1)));
  });
}

/**
 * A signal to npm alone ends npm and its shell, and never comes to us: without this the server would run on, unseen.
 * @param {() => void} act
 */
function whenNpmIsGone(act) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    act();
  }, 500);
  watch.unref();
}
