import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { small } from '../../../tests/support/homes/small-home.ts';
import type { Database } from './database.ts';
import { dayOf, daysBetween, readLogEnd, readLogStart } from './report-days.ts';

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

const dayMs = 86_400_000;
const row = { stream_uuid: small.streamA1x1, status: 3, notification: 1, at: 0, revision: 1, device_key_id: 'x' };

test('the first and the last day of the log are found in any order of its entries', async () => {
  expect([await readLogStart(database.query), await readLogEnd(database.query)]).toEqual([undefined, undefined]);
  const times = [7 * dayMs, 9 * dayMs + 5, 3 * dayMs + 9, 4 * dayMs];
  const reports = times.map((received_at, index) => ({ ...row, report_id: `${index}`, received_at }));
  await database.query.insertInto('report').values(reports).execute();
  const edges = [await readLogStart(database.query), await readLogEnd(database.query)];
  expect(edges.map((at) => dayOf(at ?? 0))).toEqual([3, 9]);
  expect(daysBetween(3 * dayMs + 9, 5 * dayMs)).toEqual([3, 4, 5]);
});
