/** Fails when a subject of the last 20 commits is longer than 72 characters. Passes without a git history. */
import { spawnSync } from 'node:child_process';
import { root } from './setup/tools.mjs';

const maxLength = 72;
const { status, stdout } = spawnSync('git', ['log', '-20', '--no-merges', '--format=%s'], {
  cwd: root,
  encoding: 'utf8',
});
const tooLong = status === 0 ? stdout.split('\n').filter((subject) => subject.length > maxLength) : [];
for (const subject of tooLong) console.error(`Commit subject over ${maxLength} characters: ${subject}`);
process.exitCode = tooLong.length > 0 ? 1 : 0;
