import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { everything } from '../../../tests/support/homes/small-home.ts';
import type { Database } from '../database/database.ts';
import { createMetrics } from '../shared/metrics.ts';
import { Intake } from './intake.ts';
import { parseReport } from '../messages/parse-report.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

test('a device that reports while the database cannot look up its rooms gets a 503 response', async () => {
  const unreachable: Database = {
    ...database,
    get query(): never {
      throw new Error('unreachable');
    },
    isUnavailable: () => true,
  };
  const intake = new Intake({
    database: unreachable,
    receiver: { receive: async () => [] },
    unknownRooms: { record: () => undefined },
    batteries: { record: () => undefined },
    metrics: createMetrics(),
  });
  const caller = { keyId: 'k', keyName: 'gateway', scope: everything, ratePerSecond: null };
  const log = { info: () => undefined, warn: () => undefined };
  const items = [parseReport({ room: 'room-1', status: 3 })];
  await expect(intake.ingest(items, caller, 'http', log)).rejects.toMatchObject({ code: 'unavailable' });
});
