import { expect } from 'vitest';
import { runCommandLine } from '../../../src/server/operator/command-line/run-command-line.ts';

/** Runs an operator's command in the test process, with `input` as its stdin. `settings` replace the environment. */
export async function runCommand(settings: Readonly<Record<string, string>>, words: readonly string[], input = '') {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await runCommandLine(
    words,
    {
      isInteractive: false,
      print: (text) => stdout.push(text),
      remark: (text) => stderr.push(text),
      progress: () => undefined,
      ask: async () => '',
      askSecret: async () => input.split('\n', 1)[0] ?? '',
    },
    settings,
  );
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') };
}

/** Runs an operator's command that must succeed, and returns its result. */
export async function runDone(...command: Parameters<typeof runCommand>): Promise<string> {
  const { code, stdout, stderr } = await runCommand(...command);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trim();
}
