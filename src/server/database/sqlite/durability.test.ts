import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { everything, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { createTestReceiver } from '../../../../tests/support/reports/test-receiver.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { Database } from '../database.ts';
import { minCheckpointPages } from './checkpoints.ts';
import { openSqliteDatabase } from './database-sqlite.ts';

let folder: string;
let file: string;
let database: Database;
/** The syncs of the WAL that the test has not finished yet. */
let syncs: PromiseWithResolvers<void>[];
let isHeld: boolean;
const onSyncFailure = vi.fn<(error: Error) => void>();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-durability-'));
  file = join(folder, 'rooms.sqlite');
  syncs = [];
  isHeld = false;
  onSyncFailure.mockClear();
  database = await openSqliteDatabase({ file, onSyncFailure, syncFile });
  await database.migrate();
  await seedSmallHome(database);
  isHeld = true;
});
afterEach(async () => {
  isHeld = false;
  for (const { resolve } of syncs) resolve();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function syncFile(): Promise<void> {
  if (!isHeld) return;
  const sync = Promise.withResolvers<void>();
  syncs.push(sync);
  await sync.promise;
}

const sync = async (index: number) => {
  await vi.waitFor(() => expect(syncs.length).toBeGreaterThan(index));
  return syncs[index] ?? Promise.withResolvers<void>();
};

/** Opens a store of reports, and records the order in which reports are published and their senders get a response. */
function startReceiver() {
  const events: string[] = [];
  const publish = () => void events.push('published');
  const bus = { ...createMemoryBus({ error: () => undefined }), publish };
  const receiver = createTestReceiver(database, { bus });
  const send = async (id: string, status = 3) => {
    const item = { kind: 'report', streamUUID: small.streamA1x1, status, at: null, notification: true, id } as const;
    const sender = { keyId: 'gateway', scope: everything };
    const [answer] = await receiver.receive([{ ...item, debounceMs: null }], sender);
    events.push(`${id} ${answer?.outcome ?? 'none'}`);
  };
  return { events, send };
}

const readByAnother = (sql: string) => {
  const reader = new Sqlite(file, { readonly: true });
  const rows = reader.prepare(sql).all();
  reader.close();
  return rows;
};

test('a report is published after its commit, and its sender gets the response only when the commit is on disk', async () => {
  const { events, send } = startReceiver();
  const sending = send('a');
  const held = await sync(0);
  expect(readByAnother('select report_id from report')).toEqual([{ report_id: 'a' }]);
  expect(events).toEqual(['published']);
  held.resolve();
  await sending;
  expect(events).toEqual(['published', 'a accepted']);
});

test('the sender of a repeated report gets the response only after the original report is on disk', async () => {
  const { events, send } = startReceiver();
  const first = send('a');
  const held = await sync(0);
  const second = send('a');
  await new Promise(setImmediate);
  expect(events).toEqual(['published']);
  held.resolve();
  await first;
  (await sync(1)).resolve();
  await second;
  expect(events).toEqual(['published', 'a accepted', 'a duplicate']);
});

test('a commit during a sync waits for the next sync', async () => {
  const write = (name: string) =>
    database.reports.transact({ streamUuids: [], reportKeys: [], receivedAt: 0, observedUuids: [] }, () => ({
      reports: [],
      streams: [],
      observations: [{ stream_uuid: small.streamA1x1, name, value: '1', observed_at: 1 }],
      deletedObservations: [],
      alertEvents: [],
      pauseEvents: [],
    }));
  await write('bed');
  const done: string[] = [];
  const first = database.reports.durable().then(() => done.push('bed'));
  const held = await sync(0);
  await write('door');
  const second = database.reports.durable().then(() => done.push('door'));
  held.resolve();
  await first;
  const next = await sync(1);
  expect(done).toEqual(['bed']);
  next.resolve();
  await second;
  expect(done).toEqual(['bed', 'door']);
});

test.each([
  ['a single write', () => database.query.updateTable('ward').set({ display_name: 'Renamed' }).execute()],
  [
    'a transaction',
    () =>
      database.query
        .transaction()
        .execute((transaction) => transaction.updateTable('ward').set({ display_name: 'Renamed' }).execute()),
  ],
])('%s through the query builder resolves only when it is on disk, and a read does not wait', async (_name, write) => {
  let isDone = false;
  const writing = write().then(() => (isDone = true));
  const held = await sync(0);
  const renamed = await database.query.selectFrom('ward').where('display_name', '=', 'Renamed').selectAll().execute();
  expect(renamed).not.toEqual([]);
  expect(isDone).toBe(false);
  held.resolve();
  await writing;
  expect(syncs).toHaveLength(1);
});

test('writes through the query builder during a sync share the next one', async () => {
  const rename = (name: string) => database.query.updateTable('ward').set({ display_name: name }).execute();
  const first = rename('A');
  const held = await sync(0);
  const others = Promise.all([rename('B'), rename('C')]);
  await vi.waitFor(() =>
    expect(readByAnother('select distinct display_name from ward')).toEqual([{ display_name: 'C' }]),
  );
  held.resolve();
  await first;
  (await sync(1)).resolve();
  await others;
  expect(syncs).toHaveLength(2);
});

test('queries still run after a write whose sync failed', async () => {
  const writing = database.query.updateTable('ward').set({ display_name: 'Renamed' }).execute();
  (await sync(0)).reject(new Error('EIO: i/o error'));
  await expect(writing).rejects.toThrow('The disk did not store');
  expect(await database.query.selectFrom('ward').selectAll().execute()).not.toEqual([]);
});

test('after a failed sync the report is refused as unavailable, and the process is ended', async () => {
  const { send } = startReceiver();
  const sending = send('a');
  (await sync(0)).reject(new Error('EIO: i/o error'));
  await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
  await vi.waitFor(() => expect(onSyncFailure).toHaveBeenCalledTimes(1));
  expect(String(onSyncFailure.mock.calls[0]?.[0])).toContain('The disk did not store');
  isHeld = false;
  await expect(send('b'), 'although a later sync would succeed').rejects.toMatchObject({ code: 'unavailable' });
});

test('a write that ends after the database was closed fails and does not end the process', async () => {
  isHeld = false;
  const writing = database.reports.transact(
    { streamUuids: [], reportKeys: [], receivedAt: 0, observedUuids: [] },
    () => ({ reports: [], streams: [], observations: [], deletedObservations: [], alertEvents: [], pauseEvents: [] }),
  );
  const closing = database.close();
  await writing;
  await closing;
  await expect(database.reports.durable()).rejects.toThrow('closed');
  await new Promise(setImmediate);
  expect(onSyncFailure).not.toHaveBeenCalled();
});

test('the WAL starts over after a checkpoint in a thread, and the file has all rows', async () => {
  isHeld = false;
  const rowsPerCommit = 2_000;
  const walPages = () => {
    const [row] = readByAnother('pragma wal_checkpoint(NOOP)');
    return z.object({ log: z.number() }).parse(row).log;
  };
  let revision = 0;
  const addRows = () =>
    database.query
      .insertInto('report')
      .values(
        Array.from({ length: rowsPerCommit }, () => ({
          stream_uuid: small.streamA1x1,
          report_id: `${(revision += 1)}`.padEnd(900, '.'),
          status: 3,
          notification: 1,
          at: 1,
          received_at: 1,
          revision: 1,
          device_key_id: 'x',
        })),
      )
      .execute();
  let before = -1;
  await vi.waitFor(
    async () => {
      const pages = walPages();
      const isRestarted = pages < before;
      before = pages;
      await addRows();
      expect(isRestarted).toBe(true);
    },
    { interval: 1, timeout: 20_000 },
  );
  expect(revision).toBeGreaterThan(minCheckpointPages / 2);
  expect(readByAnother('select count(*) as total from report')).toEqual([{ total: revision }]);
  await database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(readByAnother('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});
