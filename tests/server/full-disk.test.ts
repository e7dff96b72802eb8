import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../src/contract/endpoints.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { runCommand } from '../support/app/run-command.ts';
import { seedDeviceKey } from '../support/app/seed-data.ts';
import { commandFile } from '../support/app/server-build.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { fillDisk, freeDisk, mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../support/app/small-disk.ts';
import { signIn } from '../support/identity/sign-in.ts';

const reason = whyNoSmallDisk();
if (reason !== undefined) console.warn(`The tests of a full disk are skipped: ${reason}`);

const home = 'client,location,ward,wardUUID,displayName\nA,House,Ward X,00000000-0000-4000-8000-000000000001,Room 1\n';
const wardUUID = '00000000-0000-4000-8000-000000000001';
const password = 'a long password';

/** The data folder of a home whose database has 36 MiB of old reports. */
let prepared: string;
let deviceKey: string;
let port: string;
beforeAll(async () => {
  port = String(await freePort());
  prepared = mkdtempSync(join(tmpdir(), 'room-status-full-'));
  const settings = { PORT: port, DATA_DIR: prepared, LOG_LEVEL: 'silent', ROOM_STATUS_ADMIN_PASSWORD: password };
  const server = startServerProcess(settings, ['--no-demo']);
  await server.untilOutput('Ctrl-C stops it');
  writeFileSync(join(prepared, 'home.csv'), home);
  await runCommand(settings, ['import', join(prepared, 'home.csv')]);
  deviceKey = await seedDeviceKey(settings);
  server.signal('SIGTERM');
  await server.ended;
  addOldReports(join(prepared, 'room-status.sqlite'), 6_000);
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

/** Inserts reports that were received in 1970. Each takes about six kilobytes, including its index entries. */
function addOldReports(file: string, count: number): void {
  const sqlite = new Sqlite(file);
  const insert = sqlite.prepare(
    `insert into report (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
     select uuid, ?, 1, 1, 1, 1, 0, 'x', 'late' from stream`,
  );
  sqlite.transaction(() => {
    for (let row = 0; row < count; row += 1) insert.run(`${row} `.padEnd(1_000, '.'));
  })();
  sqlite.close();
}

let disk: SmallDisk;
let server: ServerProcess | undefined;
beforeEach(async () => {
  disk = await mountSmallDisk(80);
  copyFileSync(join(prepared, 'room-status.sqlite'), join(disk.outside, 'room-status.sqlite'));
});
afterEach(async () => {
  server?.signal('SIGKILL');
  await server?.ended;
  await disk.unmount();
});

const settings = () => ({ PORT: port, DATA_DIR: disk.folder });

async function start(): Promise<void> {
  server = startServerProcess(settings(), ['--no-demo'], disk.launcher);
  await server.untilOutput('Ctrl-C stops it');
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  server?.signal(signal);
  await server?.ended;
}

async function command(...words: readonly string[]): Promise<string> {
  const [program = '', ...before] = disk.launcher;
  const env = { PATH: process.env['PATH'], ...settings() };
  const { stdout, stderr } = await new Promise<Record<'stdout' | 'stderr', string>>((resolve) => {
    execFile(program, [...before, process.execPath, commandFile, ...words], { env }, (_error, out, err) =>
      resolve({ stdout: out, stderr: err }),
    );
  });
  return stdout === '' ? stderr : stdout;
}

const url = () => `http://localhost:${port}`;
const health = async (): Promise<unknown> => (await fetch(`${url()}/health`)).json();
const reserve = () => existsSync(join(disk.outside, 'room-status.sqlite.reserve'));

async function report(): Promise<number> {
  const response = await fetch(`${url()}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ room: 'house/room-1', status: 'in_bed' }),
  });
  return response.status;
}

/** Returns the HTTP status of a live connection, and whether the list of rooms has `outdatedSince`. */
async function board(accessToken: string): Promise<{ isOutdated: boolean; live: number }> {
  const get = (path: string) => fetch(`${url()}/api/${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
  const live = await get(`streams/events?wardUUID=${wardUUID}`);
  await live.body?.cancel();
  const list = await get(`streams?locationUUID=${wardUUID}`);
  const { items, outdatedSince } = z.parse(endpoints.listStreams.response, await list.json());
  expect(items).toHaveLength(1);
  return { isOutdated: outdatedSince !== undefined, live: live.status };
}

const readOnly = { status: 'unavailable', database: 'ok', storing: 'disk-full' };

test.skipIf(reason !== undefined)(
  'on a full disk staff can sign in and see the rooms after a restart, and the server stores reports again after the command prune',
  async () => {
    await start();
    expect([await report(), reserve()]).toEqual([200, true]);
    await fillDisk(disk.outside);
    await expect.poll(health).toMatchObject(readOnly);
    expect([await report(), reserve()]).toEqual([503, false]);

    await stop('SIGKILL');
    await start();
    const { accessToken } = await signIn(url(), 'admin', password);
    expect(await board(accessToken)).toEqual({ isOutdated: true, live: 503 });
    expect(await health()).toMatchObject(readOnly);
    expect(await report()).toBe(503);

    expect(await command('prune', '--older-than', '1d')).toMatch(/^Deleted 6000 reports/);
    await expect.poll(health).toMatchObject({ status: 'ok', storing: 'ok' });
    expect([await report(), await board(accessToken), reserve()]).toEqual([
      200,
      { isOutdated: false, live: 200 },
      true,
    ]);
  },
);

test.skipIf(reason !== undefined)(
  'the command prune deletes reports on a full disk without a running server, and creates the disk reserve again',
  async () => {
    await start();
    await stop('SIGTERM');
    await fillDisk(disk.outside);
    expect(await command('prune', '--older-than', '1d')).toMatch(/^Deleted 6000 reports/);
    expect(reserve()).toBe(true);
  },
);

test.skipIf(reason !== undefined)(
  'a server starts on a disk without free space and without a disk reserve, and shows the rooms',
  async () => {
    await start();
    const { accessToken } = await signIn(url(), 'admin', password);
    await stop('SIGTERM');
    rmSync(join(disk.outside, 'room-status.sqlite.reserve'));
    await fillDisk(disk.outside);
    expect(await command('prune', '--older-than', '1d')).toContain('the disk is full: free some space');

    await start();
    expect(await health()).toMatchObject(readOnly);
    expect(await board(accessToken)).toEqual({ isOutdated: true, live: 503 });
    await freeDisk(disk.outside);
    await expect.poll(health).toMatchObject({ status: 'ok', storing: 'ok' });
    expect(await report()).toBe(200);
  },
);
