import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { everything } from '../../../tests/support/homes/small-home.ts';
import type { Database } from '../database/database.ts';
import { createIngestItems } from './ingest-items.ts';
import { parseReport } from './parse-report.ts';
import { createRoomLookup } from './rooms/room-lookup.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

test('reports are answered with 503 while their rooms cannot be looked up', async () => {
  const unreachable: Database = {
    ...database,
    get query(): never {
      throw new Error('unreachable');
    },
    isUnavailable: () => true,
  };
  const ingest = createIngestItems({
    database: unreachable,
    lookUpRooms: createRoomLookup(unreachable),
    receive: async () => [],
    onResult: () => undefined,
  });
  const caller = { keyId: 'k', keyName: 'gateway', scope: everything, ratePerSecond: null };
  const log = { info: () => undefined, warn: () => undefined };
  const items = [parseReport({ room: 'room-1', status: 3 })];
  await expect(ingest(items, caller, log)).rejects.toMatchObject({ code: 'unavailable' });
});
