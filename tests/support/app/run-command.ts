/** The operator's command line as a process of its own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const file = join(import.meta.dirname, '../../../src/server/app/room-status.ts');

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCommand {
  signal(name: NodeJS.Signals): void;
  readonly outcome: Promise<CommandOutcome>;
}

export function runCommand(
  settings: Readonly<Record<string, string>>,
  words: readonly string[],
  input = '',
): Promise<CommandOutcome> {
  return startCommand(settings, words, input).outcome;
}

export function startCommand(
  settings: Readonly<Record<string, string>>,
  words: readonly string[],
  input = '',
): StartedCommand {
  // Only what it needs: settings of whoever runs the tests must not reach it.
  const child = spawn(process.execPath, [file, ...words], { env: { PATH: process.env['PATH'], ...settings } });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const end = async () => {
    const [stdout, stderr] = await said;
    return { code: await code, stdout, stderr };
  };
  return { signal: (name) => void child.kill(name), outcome: end() };
}
