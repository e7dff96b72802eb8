import { describe, expect, test } from 'vitest';
import { maxHomeFileNodes } from '../../../contract/home/home-file.ts';
import { createHomeFileThreads } from './home-file-thread.ts';

const small = { format: 'csv', text: 'client,location,ward,displayName\nAnker,Harbour,X,Room 1\n' } as const;

test('a home file that takes too long to read is refused, and the next one is read', async () => {
  const run = createHomeFileThreads({ maxTaskMs: 3_000, maxHeapMb: 2_000 });
  const keys = Array.from({ length: 400_000 }, (_none, index) => `k${index}: 1`);
  const text = `clients:\n  - ${keys.join('\n    ')}\n`;
  expect(await run('nora', { format: 'yaml', text })).toMatchObject({ problems: [{ code: 'too-slow' }] });
  expect(await run('nora', small)).toMatchObject({ file: [{ displayName: 'Anker' }] });
});

describe('a home file that needs more memory than the thread has', () => {
  const rooms = Array.from({ length: 20_000 }, (_none, index) => `          - displayName: Room ${index}`);
  const head = ['clients:', '  - displayName: A', '    locations:', '      - displayName: B', '        wards:'];
  const task = { format: 'yaml', text: [...head, ...rooms].join('\n') } as const;

  test('is refused, and the next one is read', async () => {
    const run = createHomeFileThreads({ maxHeapMb: 16 });
    expect(await run('nora', task)).toMatchObject({ problems: [{ code: 'too-much-memory' }] });
    expect(await run('nora', small)).toMatchObject({ file: [{ displayName: 'Anker' }] });
  });

  test('is refused without an uncaught error when its memory ends at about the same time as its time', async () => {
    const start = performance.now();
    await createHomeFileThreads({ maxHeapMb: 16 })('nora', task);
    const untilOutOfMemoryMs = performance.now() - start;
    for (const part of [0.9, 0.95, 1]) {
      const run = createHomeFileThreads({ maxHeapMb: 16, maxTaskMs: Math.round(untilOutOfMemoryMs * part) });
      expect(await run('nora', task)).toMatchObject({ problems: [{}] });
    }
  });
});

test('a second home file of the same user, and too many files at once, are refused for now because of the memory', async () => {
  const run = createHomeFileThreads();
  const people = ['nora', 'nora', 'emil', 'ada', 'kim', 'ben'];
  const answers = await Promise.allSettled(people.map((person) => run(person, small)));
  const isRead = answers.map((answer, index) => [people[index], answer.status === 'fulfilled']);
  expect(isRead).toEqual([
    ['nora', true],
    ['nora', false],
    ['emil', true],
    ['ada', true],
    ['kim', true],
    ['ben', false],
  ]);
  const refused = { status: 'rejected', reason: { code: 'unavailable' } };
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([refused, refused]);
});

test('a home file with more places and rooms than a browser may import is refused', async () => {
  const rooms = Array.from({ length: maxHomeFileNodes + 1 }, (_none, index) => `Anker,Harbour,X,${index}`);
  const text = ['client,location,ward,displayName', ...rooms].join('\n');
  const answer = await createHomeFileThreads()('nora', { format: 'csv', text });
  const max = String(maxHomeFileNodes);
  expect(answer).toMatchObject({ problems: [{ code: 'too-many-places', values: { max } }] });
});
