import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { runCommand } from '../support/app/run-command.ts';
import { seedDeviceKey } from '../support/app/seed-data.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import Sqlite from 'better-sqlite3';
import * as z from 'zod/mini';

const home = 'client,location,ward,displayName\nAnker Care,Harbour House,Ward X,Room 1\n';

let folder: string;
let settings: { PORT: string; DATA_DIR: string; LOG_LEVEL: string };
let deviceKey: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-damaged-'));
  settings = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
  writeFileSync(join(folder, 'home.csv'), home);
  await start();
  await runCommand(settings, ['import', join(folder, 'home.csv')]);
  deviceKey = await seedDeviceKey(settings);
  await stop();
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = startServerProcess(settings, ['--no-demo']);
  await server.untilOutput('Ctrl-C stops it');
}

async function stop(): Promise<void> {
  server?.signal('SIGTERM');
  await server?.ended;
  server = undefined;
}

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://localhost:${settings.PORT}${path}`);
  return { status: response.status, body: await response.json() };
}

async function report(): Promise<number> {
  const response = await fetch(`http://localhost:${settings.PORT}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ room: 'harbour-house/room-1', status: 'in_bed' }),
  });
  return response.status;
}

const damage = (table: string) => damageTable(join(settings.DATA_DIR, 'room-status.sqlite'), table);

test('GET /health and /health/ready respond with 503 when a table that every call needs is damaged', async () => {
  damage('location');
  await start();
  expect(await get('/health')).toMatchObject({ status: 503, body: { status: 'unavailable', database: 'damaged' } });
  expect(await get('/health/ready')).toMatchObject({ status: 503 });
});

test('after a report hits a damaged page, GET /health responds with 503 and GET /health/ready with 200', async () => {
  damage('report');
  await start();
  expect(await get('/health')).toMatchObject({ status: 200, body: { database: 'ok' } });
  expect(await report()).toBe(503);
  expect(await get('/health')).toMatchObject({ status: 503, body: { database: 'damaged' } });
  expect(await get('/health/ready')).toMatchObject({ status: 200 });
});

test.each([
  ['report', 'integrity'],
  ['location', 'integrity'],
  ['schema_version', 'schema'],
])('the command `check` tells the operator to restore a backup when the table %s is damaged', async (table, what) => {
  damage(table);
  const { code, stdout, stderr } = await runCommand(settings, ['check']);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(new RegExp(`wrong +${what} .*malformed; stop the server and restore a backup`));
  expect(stdout).toMatch(/ok +disk/);
});

test('a command that reads damaged data fails, and tells the operator to stop the server and restore a backup', async () => {
  damage('location');
  const { code, stdout, stderr } = await runCommand(settings, ['export']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The data in \S+ are damaged \(.*\)\. Stop the server and restore a backup: .*\.md\.$/);
});

const Page = z.object({ rootpage: z.number(), size: z.number() });

/** Overwrites the first page of a table in a SQLite file that no process has open. */
function damageTable(file: string, table: string): void {
  const sqlite = new Sqlite(file);
  const select = 'select rootpage, page_size as size from sqlite_master, pragma_page_size where name = ?';
  const { rootpage, size } = Page.parse(sqlite.prepare(select).get(table));
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (rootpage - 1) * size);
  closeSync(handle);
}
