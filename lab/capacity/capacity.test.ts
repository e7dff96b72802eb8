import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillDocument } from '../shared/fill-document.ts';
import { capacityTable, coresOf, roomsWithinLoad, roomsWithinReconnect } from './capacity-table.ts';
import { readAllFigures, type Work, workOf } from './workload.ts';

const work = (values: Partial<Work>): Work => ({
  name: 'work',
  perRoomSecond: 0,
  sqlite: 0,
  postgres: 0,
  database: 0,
  ...values,
});

test('docs/capacity.md shows the table of the committed benchmark results', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');
  expect(fillDocument(text, capacityTable(await readAllFigures()))).toBe(text);
});

test('a measurement that is missing is named, with the command that measures it', async () => {
  const figures = new Map(await readAllFigures());
  figures.set('viewers', []);
  expect(() => workOf(figures)).toThrow(/viewers\.json has no figure for: .*npm run bench -- --only viewers/);
});

test('the load is the sum of all work: how often it happens, times its cost', () => {
  const works = [work({ perRoomSecond: 0.5, sqlite: 100 }), work({ perRoomSecond: 2, sqlite: 10, database: 5 })];
  expect(coresOf(works, 1_000, 'sqlite')).toBeCloseTo(0.07);
  expect(coresOf(works, 1_000, 'database')).toBeCloseTo(0.01);
});

test('rooms are added until half of a core is used', () => {
  expect(roomsWithinLoad([work({ perRoomSecond: 1, sqlite: 50 })], 'sqlite')).toBe(10_000);
});

test('after a restart viewers reconnect with the processor time that other work leaves', () => {
  // 8,750 rooms have 1,000 viewers, which need 5 ms each.
  const connects = work({ name: 'viewer connects: event stream', sqlite: 5_000 });
  expect(roomsWithinReconnect([connects], 'sqlite')).toBe(8_000);
  const busy = work({ perRoomSecond: 1, sqlite: 100 });
  expect(roomsWithinReconnect([connects, busy], 'sqlite')).toBe(4_000);
});
