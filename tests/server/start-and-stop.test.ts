import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { openSqliteDatabase } from '../../src/server/database/sqlite/database-sqlite.ts';
import { createDeviceKey } from '../../src/server/intake/device-keys/device-keys.ts';
import { readEvents } from '../support/event-reader.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { signIn } from '../support/identity/sign-in.ts';
import { freePort } from '../../scripts/services/ports.ts';

const { rooms, showcaseWard } = readDemoHome();

const running: ServerProcess[] = [];
let folder: string;
let settings: { PORT: string; DATA_DIR: string };
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-process-'));
  const port = await freePort();
  url = `http://localhost:${port}`;
  settings = { PORT: String(port), DATA_DIR: join(folder, 'data') };
});
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.signal('SIGKILL');
    await server.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[] = [], more: Readonly<Record<string, string>> = {}): ServerProcess {
  const server = startServerProcess({ ...settings, ...more }, args);
  running.push(server);
  return server;
}

describe('the demo', () => {
  test('prints its address and accounts, sends live updates, uses its own database file, and stops on SIGINT', async () => {
    const server = start(['--speed', '60']);
    const text = await server.untilOutput('Ctrl-C stops it');
    expect(text).toContain(`Room Status is running at ${url}`);
    for (const account of ['nurse', 'manager', 'admin'])
      expect(text).toMatch(new RegExp(`${account} +password room-status`));
    expect(text).not.toContain('{"level"');

    const { accessToken } = await signIn(url, 'nurse', 'room-status');
    const reader = await readEvents(url, showcaseWard.uuid, accessToken);
    expect((await reader.next()).length).toBeGreaterThan(0);

    server.signal('SIGINT');
    expect(await reader.ended).toBe('by the server');
    expect(await server.ended).toBe(0);
    expect(server.text()).toContain('Stopped.');
    expect(existsSync(join(settings.DATA_DIR, 'demo.sqlite'))).toBe(true);
    expect(existsSync(join(settings.DATA_DIR, 'room-status.sqlite'))).toBe(false);
  });
});

describe('without the demo', () => {
  test('there is no home and no account, and the start says how to create one', async () => {
    const server = start(['--no-demo']);
    const text = await server.untilOutput('Ctrl-C stops it');
    expect(text).toContain('ROOM_STATUS_ADMIN_PASSWORD');
    expect(text).not.toContain('password room-status');
    await expect(signIn(url, 'nurse', 'room-status')).rejects.toThrow(/rejected/);
  });

  test('the account `admin` signs in with the password of the environment and sees everything', async () => {
    const password = 'correct horse battery';
    const server = start(['--no-demo'], { ROOM_STATUS_ADMIN_PASSWORD: password });
    expect(await server.untilOutput('Ctrl-C stops it')).not.toContain(password);
    const { accessToken } = await signIn(url, 'admin', password);
    const role = await fetch(`${url}/api/user/role`, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(await role.json()).toEqual({ isWardNurse: false, roles: ['administrator'] });
  });
});

describe('a start that fails prints one sentence without a stack and ends with exit code 1', () => {
  async function refusal(server: ServerProcess): Promise<string> {
    expect(await server.ended).toBe(1);
    expect(server.text()).not.toMatch(/\n +at /);
    return server.text();
  }

  test('a port in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(Number(settings.PORT), 'localhost', resolve);
    });
    expect(await refusal(start(['--no-demo']))).toContain(`Port ${settings.PORT} is already in use.`);
    taken.close();
  });

  test('a second process on the same data', async () => {
    const first = start(['--no-demo']);
    await first.untilOutput('Ctrl-C stops it');
    const second = start(['--no-demo'], { PORT: String(await freePort()) });
    expect(await refusal(second)).toContain('Another Room Status is already running on');
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('a data folder that cannot be written', async () => {
    writeFileSync(settings.DATA_DIR, 'a file, not a folder');
    expect(await refusal(start())).toContain(`The data cannot be written at ${settings.DATA_DIR}`);
  });

  test('data of a newer version', async () => {
    mkdirSync(settings.DATA_DIR);
    const newer = new Sqlite(join(settings.DATA_DIR, 'room-status.sqlite'));
    newer.exec('create table schema_version (version integer primary key); insert into schema_version values (99)');
    newer.close();
    expect(await refusal(start(['--no-demo']))).toContain('schema version 99');
  });
});

test('the start logs rights of the access file for places that do not exist, and continues', async () => {
  const file = join(folder, 'access.json');
  const uuid = 'aaaaaaaa-0000-4000-8000-000000000001';
  const everything = { group: 'managers', role: 'manager', scope: { kind: 'everything' } };
  writeFileSync(
    file,
    JSON.stringify([everything, { group: 'night', role: 'ward-nurse', scope: { kind: 'ward', uuid } }]),
  );
  const text = await start(['--no-demo'], { ACCESS_FILE: file }).untilOutput('Ctrl-C stops it');
  expect(text).toMatch(
    /"rights":\["night: ward:aaaaaaaa-[-0-9]+ \(does not exist\)"\],"msg":"ACCESS_FILE names places/,
  );
});

describe('no accepted report is lost', () => {
  const room = rooms[0]?.uuid ?? '';

  /** Sends one report after the other until the server stops. Returns the number of accepted reports. */
  async function reportUntilGone(key: string, onAccepted: (count: number) => void): Promise<number> {
    for (let count = 0; ; count += 1) {
      const response = await fetch(`${url}/api/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ stream: room, status: count % 6, id: `report-${count}` }),
      }).catch(() => undefined);
      if (response?.status !== 200) return count;
      onAccepted(count + 1);
    }
  }

  async function prepareKey(): Promise<string> {
    const database = await openSqliteDatabase({ file: join(settings.DATA_DIR, 'demo.sqlite') });
    await database.migrate();
    const { key } = await createDeviceKey(database, { name: 'camera', scope: { kind: 'everything' }, now: 0 });
    await database.close();
    return key;
  }

  function storedReports(): number {
    const file = new Sqlite(join(settings.DATA_DIR, 'demo.sqlite'), { readonly: true });
    const ids = file.prepare("select report_id from report where report_id like 'report-%'").all();
    file.close();
    return ids.length;
  }

  test.each(['SIGTERM', 'SIGKILL'] as const)('when %s ends the server while reports arrive', async (signal) => {
    const key = await prepareKey();
    const server = start();
    await server.untilOutput('Ctrl-C stops it');
    const accepted = await reportUntilGone(key, (count) => {
      if (count === 25) server.signal(signal);
    });
    expect(await server.ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0);
    expect(accepted).toBeGreaterThanOrEqual(25);
    // The last report can be stored although its response was lost.
    expect([accepted, accepted + 1]).toContain(storedReports());
  });
});
