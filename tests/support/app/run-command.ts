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

export async function runCommand(
  settings: Readonly<Record<string, string>>,
  words: readonly string[],
  input = '',
): Promise<CommandOutcome> {
  // The settings of the person who runs the tests must not reach the command.
  const child = spawn(process.execPath, [file, ...words], { env: { PATH: process.env['PATH'], ...settings } });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
