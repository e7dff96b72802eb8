import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { everything, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import { openSqliteDatabase } from '../../database/sqlite/database-sqlite.ts';
import { isFull } from '../../database/postgres/postgres-errors.ts';
import type { ReceiveReports } from '../../intake/ingest-items.ts';
import { createReportReceiver } from '../../rooms/reports/receive-report.ts';
import { warnWhenDiskIsFull } from './disk-full-warning.ts';

function setUp() {
  const messages: string[] = [];
  let time = 0;
  const log = (_: object, message: string) => void messages.push(message);
  const options = { place: '/data', log: { error: log, warn: log }, monotonic: () => time };
  return { messages, options, pass: (ms: number) => (time += ms) };
}

const full = 'The disk of /data is full: reports are refused until there is free space';
const over = 'The disk of /data has free space again: reports are stored';
const sender = { keyId: 'key', scope: everything };
const report = (id: string) =>
  [
    { kind: 'report', streamUUID: small.streamA1x1, status: 1, id, at: null, notification: true, debounceMs: null },
  ] as const;

test('a full disk is logged once with the path of the data, and its end is logged once when reports are stored again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  const database = await openSqliteDatabase({ file: join(folder, 'rooms.sqlite') });
  await database.migrate();
  await seedSmallHome(database);
  const { messages, options, pass } = setUp();
  const bus = createMemoryBus({ error: () => undefined });
  const receive = warnWhenDiskIsFull(createReportReceiver({ database, bus, now: Date.now }).receive, {
    ...options,
    database,
  });
  const setPages = (pages: number) => sql`${sql.raw(`pragma max_page_count = ${pages}`)}`.execute(database.query);

  await receive(report('before'), sender);
  await setPages(1);
  let refused = 0;
  for (let index = 0; refused < 3 && index < 3_000; index += 1) {
    const isStored = await receive(report(`${index} ${'x'.repeat(100)}`), sender).then(
      () => true,
      () => false,
    );
    if (!isStored) refused += 1;
  }
  expect([refused, messages]).toEqual([3, [full]]);

  await setPages(100_000);
  await receive(report('soon after'), sender);
  expect(messages, 'one stored report within 10 s is no proof of free space').toEqual([full]);
  pass(9_999);
  await receive(report('almost'), sender);
  expect(messages).toEqual([full]);
  pass(1);
  await receive(report('before'), sender);
  expect(messages, 'a duplicate needs no space').toEqual([full]);
  await receive(report('long after'), sender);
  await receive(report('longer after'), sender);
  expect(messages).toEqual([full, over]);
  await database.close();
  rmSync(folder, { recursive: true });
});

test('an error of PostgreSQL counts as a full disk only with the code 53100', async () => {
  const { messages, options } = setUp();
  const failing = (code: string): ReceiveReports =>
    warnWhenDiskIsFull(
      async () => {
        const cause = new pg.DatabaseError('could not extend file', 0, 'error');
        cause.code = code;
        throw new Error('The data cannot be stored right now.', { cause });
      },
      { ...options, database: { isFull } },
    );
  await expect(failing('57P01')(report('a'), sender)).rejects.toThrow('right now');
  expect(messages).toEqual([]);
  await expect(failing('53100')(report('a'), sender)).rejects.toThrow('right now');
  expect(messages).toEqual([full]);
});
