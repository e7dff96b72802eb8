import { expect, test } from 'vitest';
import { diskFinding } from './check.ts';

test('the command `check` finds less than 1 GiB of free disk space wrong', () => {
  expect(diskFinding('/data', 1024 ** 3)).toEqual({ what: 'disk', verdict: 'ok', detail: '1.0 GiB free in /data' });
  expect(diskFinding('/data', 1024 ** 3 - 1).verdict).toBe('wrong');
});
