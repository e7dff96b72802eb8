/** The server as a process of its own, as `npm start` runs it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const mainFile = join(import.meta.dirname, '../../../src/server/app/main.ts');

export interface ServerProcess {
  readonly pid: number;
  /** Everything it has said so far, errors included. */
  text(): string;
  /** Resolves as soon as it has said that; rejects when it ends before. */
  said(words: string): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export function startServerProcess(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ServerProcess {
  const child = spawn(process.execPath, [mainFile, ...args], {
    // Only what it needs: settings of whoever runs the tests must not reach it.
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
    text: () => text,
    said: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!text.includes(words)) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        look();
        void ended.then((outcome) => reject(new Error(`it ended with ${outcome} before it said ${words}:\n${text}`)));
      }),
    signal: (signal) => void child.kill(signal),
    ended,
  };
}
