import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bedExitsOf } from './sleep-numbers.ts';

const recordings = join(import.meta.dirname, '../../../../tests/support/recordings/recordings.csv');
const [edgeOfBed, inBed] = [2, 5];

test('the recorded nights have 131 bed exits, each in its own second', () => {
  const [, ...lines] = readFileSync(recordings, 'utf8').trimEnd().split('\n');
  let count = 0;
  for (const line of lines) {
    const changes = (line.split(',')[3] ?? '').split('; ').map((change) => change.split(' ').map(Number));
    const statuses = changes.map(([from = 0, status = 0], index) => {
      return { status, from: from * 1_000, to: (changes[index + 1]?.[0] ?? from + 60) * 1_000 };
    });
    // The recordings have four statuses: in bed, on its edge, and two away from it.
    const expected = statuses.filter(({ status }, index) => {
      const before = statuses.slice(0, index).findLast((one) => one.status !== edgeOfBed);
      return status !== edgeOfBed && status !== inBed && before?.status === inBed;
    });
    const exits = bedExitsOf(statuses);
    expect(exits.map(({ at }) => at)).toEqual(expected.map(({ from }) => from));
    count += exits.length;
  }
  expect(count).toBe(131);
});
