import { expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { createHomeFileThread } from './home-file-thread.ts';

const small = { format: 'csv', text: 'client,location,ward,displayName\nAnker,Harbour,X,Room 1\n' } as const;

test('a home file that takes too long to read is refused, and the next one is read', async () => {
  const { read } = createHomeFileThread({ maxTaskMs: 10_000 });
  const keys = Array.from({ length: 200_000 }, (_none, index) => `k${index}: 1`);
  const refused = read({ format: 'yaml', text: `clients:\n  - ${keys.join('\n    ')}\n` });
  const next = read(small);
  expect(await refused).toMatchObject({ kind: 'refused', problems: [{ code: 'too-slow' }] });
  expect(await next).toMatchObject({ kind: 'read', file: [{ displayName: 'Anker' }] });
});

test('a home file that needs more memory than the thread has is refused, and the next one is read', async () => {
  const { read } = createHomeFileThread({ maxHeapMb: 16 });
  const rooms = Array.from({ length: 20_000 }, (_none, index) => `          - displayName: Room ${index}`);
  const head = ['clients:', '  - displayName: A', '    locations:', '      - displayName: B', '        wards:'];
  const refused = read({ format: 'yaml', text: [...head, ...rooms].join('\n') });
  expect(await refused).toMatchObject({ kind: 'refused', problems: [{ code: 'too-much-memory' }] });
  expect(await read(small)).toMatchObject({ kind: 'read', file: [{ displayName: 'Anker' }] });
});

test('of many home files at once some are refused, because they wait in memory', async () => {
  const { read } = createHomeFileThread();
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => read(small)));
  const refusals = answers.filter((answer) => answer.status === 'rejected');
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.length).toBeLessThan(10);
  expect(refusals.every(({ reason }) => reason instanceof AppError && reason.code === 'unavailable')).toBe(true);
  expect(await read(small)).toMatchObject({ kind: 'read' });
});

test('a home file with more rooms than the server can plan at once is refused', async () => {
  const rooms = Array.from({ length: 30_001 }, (_none, index) => `Anker,Harbour,X,${index}`);
  const text = ['client,location,ward,displayName', ...rooms].join('\n');
  const answer = await createHomeFileThread().read({ format: 'csv', text });
  expect(answer).toMatchObject({ kind: 'refused', problems: [{ code: 'too-many-places', values: { max: '30000' } }] });
});
