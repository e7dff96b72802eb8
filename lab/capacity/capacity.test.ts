import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillDocument } from '../shared/fill-document.ts';
import { capacityTable, coresOf, roomsWithinLoad, roomsWithinReconnect } from './capacity-table.ts';
import { readFigures, type Work, workOf } from './workload.ts';

const noWork: Work = { name: 'work', perRoomSecond: 0, sqlite: 0, postgres: 0, database: 0 };
const work = (values: Partial<Work>): Work => ({ ...noWork, ...values });

test('the table in docs/capacity.md is computed from the committed benchmark results', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');
  expect(fillDocument(text, capacityTable(await readFigures()))).toBe(text);
});

test('the error for a missing measurement names the measurement and the command that makes it', () => {
  expect(() => workOf(new Map())).toThrow(/no row: CPU of a report alone, SQLite\. Run: npm run bench$/);
});

test('the load of a home is the sum over all kinds of work of frequency times cost', () => {
  const works = [work({ perRoomSecond: 0.5, sqlite: 100 }), work({ perRoomSecond: 2, sqlite: 10, database: 5 })];
  expect(coresOf(works, 1_000, 'sqlite')).toBeCloseTo(0.07);
  expect(coresOf(works, 1_000, 'database')).toBeCloseTo(0.01);
});

test('the room limit of one core is the number of rooms that use half of the core', () => {
  expect(roomsWithinLoad([work({ perRoomSecond: 1, sqlite: 50 })], 'sqlite')).toBe(10_000);
});

test('the number of rooms whose viewers can all reconnect within the time limit is lower when other work uses the core', () => {
  // 8,750 rooms have 1,000 viewers. Each needs 5 ms of processor time to connect, so all need 5 s.
  const connects = work({ name: 'viewer connects: event stream', sqlite: 5_000 });
  expect(roomsWithinReconnect([connects], 'sqlite')).toBe(8_000);
  const busy = work({ perRoomSecond: 1, sqlite: 100 });
  expect(roomsWithinReconnect([connects, busy], 'sqlite')).toBe(4_000);
});
