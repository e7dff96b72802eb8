import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { small } from '../../../tests/support/homes/small-home.ts';
import type { Database } from './database.ts';
import { sequenceOfTime } from './sequence-of-time.ts';

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

const row = { stream_uuid: small.streamA1x1, status: 3, notification: 1, at: 0, revision: 1, device_key_id: 'x' };

test('the log finds the first report received at or after any time, also where older reports were deleted', async () => {
  expect(await sequenceOfTime(database.query, 0)).toBe(1);
  const times = [10, 10, 20, 30, 30, 30, 40, 50, 60, 60];
  const reports = times.map((received_at, index) => ({ ...row, report_id: `${index}`, received_at }));
  await database.query.insertInto('report').values(reports).execute();
  await database.query.deleteFrom('report').where('report_id', 'in', ['0', '3', '6', '7']).execute();
  const rows = await database.query.selectFrom('report').select(['sequence', 'received_at']).execute();
  for (let instant = 0; instant <= 70; instant += 5) {
    const first = await sequenceOfTime(database.query, instant);
    const found = rows.filter(({ sequence }) => sequence >= first);
    expect(found, `${instant}`).toEqual(rows.filter(({ received_at }) => received_at >= instant));
  }
});
