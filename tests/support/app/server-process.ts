import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { mainFile } from './server-build.ts';

export type ServerProcess = ReturnType<typeof startServerProcess>;

/**
 * Starts the server as a separate process, as `npm start` does. `launcher`: the program that starts it, and the
 * arguments of that program. `installed`: a Node and the folder of an installed server, instead of this project.
 */
export function startServerProcess(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  launcher: readonly string[] = [],
  installed?: { readonly node: string; readonly folder: string },
) {
  const { node = process.execPath, folder } = installed ?? {};
  const file = folder === undefined ? mainFile : join(folder, 'dist/server/app/main.js');
  const [program = node, ...rest] = [...launcher, node, file, ...args];
  const child = spawn(program, rest, {
    // The environment is not inherited, because settings of the developer's shell must not reach the server.
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const waiting = new Set<() => void>();
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1));
  });
  return {
    pid: child.pid ?? -1,
    /** Everything that the process has printed to stdout and stderr. */
    text: () => text,
    /** Resolves with `text()` when the process has printed `words`. Rejects if it ends before. */
    untilOutput: (words: string) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          if (!text.includes(words)) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        look();
        void ended.then((outcome) =>
          reject(new Error(`the process ended with ${outcome} before it printed ${words}:\n${text}`)),
        );
      }),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Resolves with the exit code of the process, or with the signal that ended it. */
    ended,
  };
}
