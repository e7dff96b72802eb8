import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { costName, costParts } from './measure/costs.ts';
import { fillDocument } from '../shared/text-table.ts';
import { capacityTable, readFigures } from './capacity.ts';

/** Creates figures in which only the given kinds of work cost time. The numbers are for the server on SQLite. */
async function figuresOf(costs: Readonly<Record<string, number>>) {
  const free = new Map([...(await readFigures()).keys()].map((row) => [row, 0]));
  for (const [work, cost] of Object.entries(costs)) free.set(costName(work, costParts[0]), cost);
  return free;
}

/** Returns the cells of the row of the table that begins with the title. */
function rowOf(table: string, title: string): readonly string[] {
  const line = table.split('\n').find((one) => one.includes(title)) ?? '';
  return line.split('|').map((cell) => cell.trim());
}

test('the table in docs/capacity.md is computed from the committed benchmark results', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');
  expect(fillDocument(text, capacityTable(await readFigures()))).toBe(text);
});

test('the error for a missing measurement names the measurement and the command that makes it', () => {
  expect(() => capacityTable(new Map())).toThrow(/no row: .*CPU of a report alone, SQLite\. Run: npm run bench$/);
});

test('the load of a home is the sum over all kinds of work of frequency times cost', async () => {
  // 10,000 rooms cause 333 heartbeats a second and have 286 wards.
  const costs = { 'a heartbeat in a list of 100': 300, 'a ward with 4 viewers, each second': 700 };
  const table = capacityTable(await figuresOf(costs));
  expect(rowOf(table, 'cores in the busiest hour')[3]).toBe('0.30');
  expect(rowOf(table, 'rooms at 50 % of one core')[3]).toBe('16000');
});

test('the number of rooms whose viewers can all reconnect in time is lower when other work uses the core', async () => {
  // 8,750 rooms have 1,000 viewers. Each viewer needs 5 ms of processor time to connect, so all need 5 s.
  const connecting = { 'a new event stream': 5_000 };
  expect(rowOf(capacityTable(await figuresOf(connecting)), 'reconnect within')[3]).toBe('8000');
  const busy = { ...connecting, 'a heartbeat in a list of 100': 3_000 };
  expect(rowOf(capacityTable(await figuresOf(busy)), 'reconnect within')[3]).toBe('4000');
});
