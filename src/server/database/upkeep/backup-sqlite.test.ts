import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { DatabaseLockedError, openSqliteDatabase } from '../database-sqlite.ts';
import type { Database } from '../database.ts';
import { BackupError } from './backup-error.ts';
import { backUpSqlite } from './backup-sqlite.ts';
import { type BackupContent, lookIntoBackup } from './look-into-backup.ts';
import { restoreSqlite } from './restore-sqlite.ts';

let folder: string;
let file: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-backup-'));
  file = join(folder, 'room-status.sqlite');
  database = await openSqliteDatabase({ file });
  await database.migrate();
  await seedSmallHome(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Rows of about a kilobyte each. */
function report(count: number): void {
  const writer = new Sqlite(file);
  const insert = writer.prepare(
    `insert into report (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id)
     values (?, ?, 1, 1, 1, 1, 1, 'x')`,
  );
  writer.transaction(() => {
    for (let row = 0; row < count; row += 1) {
      insert.run(small.streamA1x1, `${performance.now()} ${row} `.padEnd(1_000, '.'));
    }
  })();
  writer.close();
}

const watch = { progress: () => undefined, signal: new AbortController().signal };

test('what is written while it is copied is not in the backup', async () => {
  report(6_000);
  const to = join(folder, 'a.backup');
  let steps = 0;
  const progress = () => {
    steps += 1;
    if (steps <= 3) report(10);
  };
  const content = await backUpSqlite(file, to, { ...watch, progress });
  expect(steps).toBeGreaterThan(2);
  expect(content.counts).toMatchObject({ report: 6_000, stream: 6 });
  expect(await lookIntoBackup(to)).toEqual(content);
  // One file that needs no other beside it.
  expect(readdirSync(folder).filter((name) => name.startsWith('a.backup'))).toEqual(['a.backup']);
});

const putBack = (from: string, expected: BackupContent, signal = new AbortController().signal) =>
  restoreSqlite({ from, to: file, expected, stamp: 'now', signal });

test('of a backup that is stopped nothing is left', async () => {
  report(6_000);
  const stopping = new AbortController();
  const progress = () => stopping.abort(new Error('it was stopped'));
  const made = backUpSqlite(file, join(folder, 'a.backup'), { progress, signal: stopping.signal });
  await expect(made).rejects.toThrow(new BackupError('The backup failed: it was stopped'));
  expect(readdirSync(folder).filter((name) => name.startsWith('a.backup'))).toEqual([]);
});

test('a backup is put back once nobody holds the data, and what was there is kept', async () => {
  report(3);
  const from = join(folder, 'a.backup');
  const content = await backUpSqlite(file, from, watch);
  report(2);
  await expect(putBack(from, content)).rejects.toThrow(DatabaseLockedError);
  await database.close();
  const aside = await putBack(from, content);
  expect(aside).toBe(`${file}.before-restore-now`);
  expect((await lookIntoBackup(file)).counts['report']).toBe(3);
  expect((await lookIntoBackup(`${file}.before-restore-now`)).counts['report']).toBe(5);
  database = await openSqliteDatabase({ file });
  await database.migrate();
});

test.each([
  ['at once', 0],
  ['while it is copied', 10],
  ['while it is looked through', Infinity],
])('of a restoration that is stopped %s nothing is left, and nothing was moved', async (_, bytes) => {
  report(6_000);
  const from = join(folder, 'a.backup');
  const content = await backUpSqlite(file, from, watch);
  report(2);
  await database.close();
  const files = () => readdirSync(folder).filter((name) => !name.endsWith('.lock'));
  const before = files();
  const stopping = new AbortController();
  const size = () => statSync(`${file}.restoring`, { throwIfNoEntry: false })?.size ?? 0;
  const stop = () => stopping.abort(new Error('it was stopped'));
  const look = () => {
    if (size() >= bytes) stop();
    else if (!stopping.signal.aborted) setImmediate(look);
  };
  look();
  const expected = {
    ...content,
    // Asked for once the copy was looked through.
    get counts() {
      stop();
      return content.counts;
    },
  };
  await expect(putBack(from, expected, stopping.signal)).rejects.toThrow(
    new BackupError('The restoration failed: it was stopped'),
  );
  expect(files()).toEqual(before);
  expect((await lookIntoBackup(file)).counts['report']).toBe(6_002);
});

test('data that are damaged beyond reading are replaced and kept too', async () => {
  const from = join(folder, 'a.backup');
  const content = await backUpSqlite(file, from, watch);
  await database.close();
  writeFileSync(file, 'this was a database once');
  await putBack(from, content);
  expect(existsSync(`${file}.before-restore-now`)).toBe(true);
  expect(await lookIntoBackup(file)).toEqual(content);
});

test('a damaged, foreign or newer file is no backup', async () => {
  report(2_000);
  const damaged = join(folder, 'damaged');
  await backUpSqlite(file, damaged, watch);
  truncateSync(damaged, 500_000);
  await expect(lookIntoBackup(damaged)).rejects.toThrow(damaged);
  const foreign = new Sqlite(join(folder, 'foreign'));
  foreign.exec('create table song (title text)');
  foreign.close();
  await expect(lookIntoBackup(join(folder, 'foreign'))).rejects.toThrow('holds no data of Room Status');
  const newer = join(folder, 'newer');
  await backUpSqlite(file, newer, watch);
  const later = new Sqlite(newer);
  later.exec('insert into schema_version values (99)');
  later.close();
  await expect(lookIntoBackup(newer)).rejects.toThrow('schema version 99');
  await expect(lookIntoBackup(join(folder, 'nowhere'))).rejects.toThrow('cannot be read');
});
