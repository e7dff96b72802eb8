import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import type { Database } from '../database.ts';
import type { ObservationRow, StreamRow } from '../report-store.ts';
import { openSqliteDatabase } from './database-sqlite.ts';

const room = small.streamA1x1;

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stream-cache-'));
  database = await openSqliteDatabase({ file: join(folder, 'rooms.sqlite') });
  await database.migrate();
  await seedSmallHome(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Stores a change of the room, and returns the stream that the transaction had read. */
async function change(row: Partial<StreamRow>, observations: readonly ObservationRow[] = []) {
  let loaded: readonly StreamRow[] = [];
  await database.reports.transact(
    { streamUuids: [room], reportKeys: [], receivedAt: 0, observedUuids: [] },
    ({ streams }) => {
      loaded = streams;
      return {
        reports: [],
        streams: streams.map((stream) => ({ ...stream, ...row })),
        observations,
        deletedObservations: [],
        alertEvents: [],
        pauseEvents: [],
      };
    },
  );
  return loaded[0];
}
const update = ({ query }: Database, row: Partial<Pick<StreamRow, 'rules' | 'ward_uuid'>>) =>
  query.updateTable('stream').set(row).where('uuid', '=', room).execute();
const stored = () => database.query.selectFrom('stream').selectAll().where('uuid', '=', room).executeTakeFirst();

test('a transaction gets the stream from the cache as the previous transaction has stored it', async () => {
  await change({ room_status: 3, revision: 1 });
  const previous = await change({ revision: 2, status_source: 'bed' });
  expect(previous).toMatchObject({ room_status: 3, revision: 1, status_source: null });
  expect(await change({})).toMatchObject({ room_status: 3, revision: 2, status_source: 'bed' });
  expect(await stored()).toMatchObject({ room_status: 3, revision: 2, status_source: 'bed' });
});

test('a transaction gets the stream as another process has written it since the previous transaction', async () => {
  await change({ room_status: 3, revision: 1 });
  const command = await openSqliteDatabase({ file: join(folder, 'rooms.sqlite'), isShared: true });
  await update(command, { rules: '{"offlineAfterSeconds":20}', ward_uuid: small.wardA1y });
  expect(await change({ revision: 2 })).toMatchObject({
    rules: '{"offlineAfterSeconds":20}',
    ward_uuid: small.wardA1y,
  });
  await command.query.deleteFrom('stream').where('uuid', '=', room).execute();
  expect(await change({})).toBeUndefined();
  await command.close();
});

test('a transaction gets the stream as a query outside the report store has written it since the previous transaction', async () => {
  await change({ room_status: 3, revision: 1 });
  await update(database, { rules: '{"offlineAfterSeconds":20}' });
  expect(await change({})).toMatchObject({ rules: '{"offlineAfterSeconds":20}', revision: 1 });
});

test('a failed transaction does not change the stream that the next transaction gets', async () => {
  await change({ room_status: 3, revision: 1 });
  const unknown = { stream_uuid: 'unknown', name: 'bed', value: '1', observed_at: 1 };
  await expect(change({ room_status: 4, revision: 2 }, [unknown])).rejects.toThrow('FOREIGN KEY');
  expect(await change({ room_status: 5, revision: 2 })).toMatchObject({ room_status: 3, revision: 1 });
  expect(await stored()).toMatchObject({ room_status: 5, revision: 2 });
});

test('a pending status is stored when its debounce starts, and removed from the file when the debounce ends', async () => {
  const pending = { pending_status: 5, pending_at: 1, pending_due_at: 2, pending_notification: 1 };
  const none = { pending_status: null, pending_at: null, pending_due_at: null, pending_notification: null };
  for (const row of [pending, none, pending]) {
    await change(row);
    expect(await stored()).toMatchObject(row);
  }
});
