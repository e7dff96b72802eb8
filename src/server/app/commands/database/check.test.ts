import { expect, test } from 'vitest';
import { diskFinding } from './check.ts';

test('the command `check` reports `wrong` for a disk with less than 1 GiB of free space', () => {
  expect(diskFinding('/data', 1024 ** 3)).toEqual({ what: 'disk', verdict: 'ok', detail: '1.0 GiB free in /data' });
  expect(diskFinding('/data', 1024 ** 3 - 1).verdict).toBe('wrong');
});
