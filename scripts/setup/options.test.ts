import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../lab/capacity/run-capacity.ts');
const run = (option: string) => spawnSync(process.execPath, [program, option], { encoding: 'utf8' });

test('a command with an unknown option prints one line on stderr and exits with code 1', () => {
  const { status, stderr } = run('--quick');
  expect(stderr).toBe("Unknown option '--quick'. Run the command with -- --help for its options.\n");
  expect(status).toBe(1);
});

test('a command with --help prints its options and exits with code 0', () => {
  const { status, stdout } = run('--help');
  expect(stdout).toContain('--write');
  expect(status).toBe(0);
});
