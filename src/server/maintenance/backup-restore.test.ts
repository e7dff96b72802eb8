import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedSmallHome, small } from '../../../tests/support/homes/small-home.ts';
import { toAuditRow, recordAudit } from '../audit/record-audit.ts';
import { openSqliteDatabase } from '../database/sqlite/database-sqlite.ts';
import type { Database } from '../database/database.ts';
import { backUpSqlite } from './backup-sqlite.ts';
import { restoreSqlite } from './restore-sqlite.ts';
import { verifyBackup } from './verify-backup.ts';

let folder: string;
let file: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-backup-'));
  file = inFolder('room-status.sqlite');
  restoreCount = 0;
  database = await openSqliteDatabase({ file });
  await database.migrate();
  await seedSmallHome(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);
const backupTo = (name: string) => ({ from: file, to: inFolder(name), hasSecrets: true });
const filesNamed = (start: string) => readdirSync(folder).filter((name) => name.startsWith(start));
const reportsIn = (backup: string) => verifyBackup(backup).rowCounts['report'];

/** Inserts reports of about a kilobyte each. */
function addReports(count: number): void {
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

async function backUp(name: string): Promise<string> {
  await backUpSqlite(backupTo(name));
  return inFolder(name);
}

const operator = { kind: 'operator', id: 'it', name: 'it', address: null } as const;
const eventOf = (action: 'data.restore' | 'data.prune' | 'data.backup', at: number) =>
  ({ at, actor: operator, action, clientUUID: null }) as const;

let restoreCount = 0;
async function restore(from: string, to = file) {
  const number = restoreCount + 1;
  const event = toAuditRow(eventOf('data.restore', number));
  const restored = await restoreSqlite({ from, to, suffix: String(number), event });
  restoreCount = number;
  return restored;
}

test('a backup does not contain reports that arrive while it is made, and is one private file', async () => {
  addReports(6_000);
  const shares: number[] = [];
  const onProgress = (share: number) => {
    shares.push(share);
    if (shares.length <= 3) addReports(10);
  };
  const content = await backUpSqlite({ ...backupTo('a.backup'), onProgress });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.at(-1)).toBeGreaterThan(0.5);
  expect(content.rowCounts).toMatchObject({ report: 6_000, stream: 6 });
  expect(verifyBackup(inFolder('a.backup'))).toEqual(content);
  expect(filesNamed('a.backup')).toEqual(['a.backup']);
  expect(statSync(inFolder('a.backup')).mode & 0o777).toBe(0o600);
});

test('a backup that fails leaves no file', async () => {
  writeFileSync(inFolder('damaged.sqlite'), 'this was a database once'.repeat(1_000));
  const failing = backUpSqlite({ ...backupTo('a.backup'), from: inFolder('damaged.sqlite') });
  await expect(failing).rejects.toThrow('The backup failed: file is not a database');
  expect(filesNamed('a.backup')).toEqual([]);
});

test('a restore is refused while a server runs; afterwards it replaces the data and keeps the previous file', async () => {
  addReports(3);
  const backup = await backUp('a.backup');
  chmodSync(backup, 0o644);
  addReports(2);
  await expect(restore(backup)).rejects.toThrow('is already running on');
  await database.close();
  expect(await restore(backup)).toEqual({ previous: `${file}.before-restore-1`, keptEvents: 0 });
  expect(reportsIn(file)).toBe(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(reportsIn(`${file}.before-restore-1`)).toBe(5);
});

test('a restore replaces a damaged database and keeps its file', async () => {
  const backup = await backUp('a.backup');
  await database.close();
  writeFileSync(file, 'this was a database once');
  expect(await restore(backup)).toEqual({ previous: `${file}.before-restore-1`, keptEvents: undefined });
  expect(existsSync(`${file}.before-restore-1`)).toBe(true);
  const { rowCounts, ...content } = verifyBackup(backup);
  expect(verifyBackup(file)).toEqual({ ...content, rowCounts: { ...rowCounts, audit_event: 1 } });
});

function auditActionsIn(path: string): readonly string[] {
  const reader = new Sqlite(path, { readonly: true });
  const actions = reader.prepare<[], string>('select action from audit_event order by sequence').pluck().all();
  reader.close();
  return actions;
}

test('a restore keeps the audit events that the backup does not have, and records itself', async () => {
  await recordAudit(database.query, eventOf('data.backup', 1));
  const backup = await backUp('a.backup');
  await recordAudit(database.query, eventOf('data.prune', 2));
  await database.close();
  expect(await restore(backup)).toMatchObject({ keptEvents: 1 });
  const actions = ['data.backup', 'data.prune', 'data.restore'];
  expect(auditActionsIn(file)).toEqual(actions);
  // A second restore does not copy the events of the first one again.
  expect(await restore(backup)).toMatchObject({ keptEvents: 2 });
  expect(auditActionsIn(file)).toEqual([...actions, 'data.restore']);
});

test('a restore adds all events when the backup has no audit log, and works without a previous database', async () => {
  await recordAudit(database.query, eventOf('data.backup', 1));
  const backup = await backUp('a.backup');
  expect(await restore(backup, inFolder('new.sqlite'))).toEqual({ previous: undefined, keptEvents: 0 });
  expect(auditActionsIn(inFolder('new.sqlite'))).toEqual(['data.backup', 'data.restore']);
  const older = new Sqlite(backup);
  older.exec('drop table audit_event');
  older.close();
  await database.close();
  expect(await restore(backup)).toMatchObject({ keptEvents: undefined });
  expect(auditActionsIn(`${file}.before-restore-2`)).toEqual(['data.backup']);
});

test('a restore removes a WAL file that another process has left, so that it is not applied to the restored database', async () => {
  const backup = await backUp('a.backup');
  await database.close();
  const reader = new Sqlite(file);
  reader.prepare('select count(*) from stream').get();
  await restore(backup);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(existsSync(`${file}.before-restore-1-wal`)).toBe(true);
  reader.close();
});

test('a restore refuses a backup that is damaged, missing, of another program or of a newer build', async () => {
  addReports(2_000);
  const damaged = await backUp('damaged');
  truncateSync(damaged, 500_000);
  const foreign = new Sqlite(inFolder('foreign'));
  foreign.exec('create table song (title text)');
  foreign.close();
  const newer = new Sqlite(await backUp('newer'));
  newer.exec('insert into schema_version (version) values (99)');
  newer.close();
  expect(() => verifyBackup(damaged)).toThrow(damaged);
  expect(() => verifyBackup(inFolder('foreign'))).toThrow('contains no data of Room Status');
  expect(() => verifyBackup(inFolder('newer'))).toThrow('schema version 99');
  expect(() => verifyBackup(inFolder('missing'))).toThrow('missing is not a readable backup');
  await database.close();
  await expect(restore(damaged)).rejects.toThrow('is not a readable backup');
  expect(reportsIn(file)).toBe(2_000);
  expect(filesNamed('room-status.sqlite.restoring')).toEqual([]);
});
