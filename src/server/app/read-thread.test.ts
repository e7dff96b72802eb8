/** Reads of the history run in a thread of their own. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RoomHistory } from '../../contract/history/room-history.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Database } from '../database/database.ts';
import { parseSummary } from '../database/night-table.ts';
import { openPostgresDatabase } from '../database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../database/sqlite/database-sqlite.ts';
import { readRoomHistory } from '../history/history-tasks.ts';
import { readSummary } from '../history/nights/count-night.ts';
import { makeTestSchema } from '../../../tests/support/database/test-schema.ts';
import { seedSmallHome, small } from '../../../tests/support/homes/small-home.ts';
import { createReadThread } from './read-thread.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-03-02T06:00:00Z');
const room = { uuid: small.streamA1x1, name: 'Room A1', place: '', clientUUID: small.clientA };
const request = { room, from: now - hourMs, to: now, now };

function createLog() {
  const warnings: unknown[] = [];
  return { warnings, log: { warn: (details: unknown) => void warnings.push(details) } };
}

/** A file of SQLite, or in the project `postgres` a schema of PostgreSQL. */
async function openSharedDatabase() {
  const schema = await makeTestSchema();
  const folder = await mkdtemp(join(tmpdir(), 'room-status-reads-'));
  const database = await (schema === undefined
    ? openSqliteDatabase({ file: join(folder, 'data.sqlite') })
    : openPostgresDatabase({ url: schema.url, poolSize: 2 }));
  await database.migrate();
  await seedSmallHome(database);
  const close = async () => {
    await database.close();
    await schema?.drop();
    await rm(folder, { recursive: true });
  };
  return { database, close };
}

describe('a database that several threads can open', () => {
  let database: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ database, close } = await openSharedDatabase());
  });

  afterAll(() => close());

  it.runIf(process.platform === 'linux')('is read at a lower priority than that of the thread of reports', async () => {
    const prioritiesOfThreads = () => readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    const before = prioritiesOfThreads().filter((priority) => priority > getPriority());
    const reads = createReadThread(database, createLog().log);
    await reads.run(readRoomHistory, request);
    expect(prioritiesOfThreads().filter((priority) => priority > getPriority())).toHaveLength(before.length + 1);
    await reads.close();
  });

  it('is read by the thread, with the result of a read here', async () => {
    const { log, warnings } = createLog();
    const broken = await openSqliteDatabase({ file: ':memory:' });
    await broken.close();
    // This thread cannot read: its connection is closed.
    const reads = createReadThread({ ...database, query: broken.query }, log);
    const text = (await reads.run(readRoomHistory, request)).toString();
    expect(text).toBe(await readRoomHistory(database, request));
    expect(JSON.parse(text)).toMatchObject({ streamUUID: room.uuid });
    expect(warnings).toEqual([]);
    await reads.close();
  });

  it('counts a night in the time zone of the location', async () => {
    const { log, warnings } = createLog();
    const reads = createReadThread(database, log);
    // The clocks of Brussels go forward in this night, so it has nine hours of sleep.
    const night = { from: Date.parse('2026-03-28T11:00:00Z'), to: Date.parse('2026-03-29T10:00:00Z') };
    const text = await reads.run(readSummary, { stream: room.uuid, timeZone: 'Europe/Brussels', night });
    expect(parseSummary(text.toString()).sleep.seconds.unmonitored).toBe(9 * 3_600);
    expect(warnings).toEqual([]);
    await reads.close();
  });

  it('answers calls that overlap each with its own result', async () => {
    const reads = createReadThread(database, createLog().log);
    const ends = [1, 2, 3, 4, 5].map((hour) => now - hour * hourMs);
    const texts = await Promise.all(
      ends.map((to) => reads.run(readRoomHistory, { ...request, from: to - hourMs, to })),
    );
    expect(texts.map((text) => RoomHistory.parse(JSON.parse(text.toString())).to)).toEqual(ends.map(toIsoTime));
    await reads.close();
  });

  it('reports the error of a task as without a thread, and runs the next one', async () => {
    const { log, warnings } = createLog();
    const reads = createReadThread(database, log);
    const invalid = { ...request, from: Number.NaN };
    const error: unknown = await readRoomHistory(database, invalid).catch((reason: unknown) => reason);
    await expect(reads.run(readRoomHistory, invalid)).rejects.toThrow(String(error instanceof Error && error.message));
    expect(warnings).toHaveLength(1);
    expect((await reads.run(readRoomHistory, request)).toString()).toContain(room.uuid);
    await reads.close();
  });

  it('starts a new thread after one that ran out of memory', async () => {
    const reads = createReadThread(database, createLog().log, { maxHeapMb: 8 });
    await expect(reads.run(readRoomHistory, request)).rejects.toThrow('memory');
    await expect(reads.run(readRoomHistory, request)).rejects.toThrow('memory');
    await reads.close();
  });
});

it('a database in memory is read here', async () => {
  const database = await openSqliteDatabase({ file: ':memory:' });
  await database.migrate();
  await seedSmallHome(database);
  const reads = createReadThread(database, createLog().log);
  expect((await reads.run(readRoomHistory, request)).toString()).toContain(room.uuid);
  await reads.close();
  await database.close();
});
