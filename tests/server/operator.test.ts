import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../src/server/database/sqlite/database-sqlite.ts';
import { runCommand } from '../support/app/run-command.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { signIn } from '../support/identity/sign-in.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { makeTestSchema, type TestSchema } from '../support/database/test-database.ts';

// Each command is a process of its own: on a busy machine that takes a second or more.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let settings: Record<string, string>;
let schema: TestSchema | undefined;
let server: ServerProcess;
let url: string;
let home: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-operator-'));
  home = inFolder('home.yaml');
  writeFileSync(home, homeText);
  schema = await makeTestSchema();
  const port = await freePort();
  url = `http://localhost:${port}`;
  settings = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ...(schema !== undefined && { DATABASE_URL: schema.url }),
  };
  server = await start();
});
afterEach(async () => {
  server.signal('SIGKILL');
  await server.ended;
  await schema?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const started = startServerProcess(settings, ['--no-demo']);
  await started.said('Ctrl-C stops it');
  return started;
}

const isOnPostgres = process.env['TEST_DATABASE_URL'] !== undefined;
const inFolder = (name: string) => join(folder, name);
const homeText = `clients:
  - displayName: Anker Care
    locations:
      - displayName: Harbour House
        wards:
          - displayName: Ward X
            streams:
              - displayName: Room 1
              - displayName: Room 2
                type: bed-sensor
                rules: { silentAfter: 300 }
`;

const command = (...words: string[]) => runCommand(settings, words);

async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...words);
  expect(stderr).not.toMatch(/\n +at /);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trim();
}

async function report(key: string, body: object): Promise<number> {
  const answer = await fetch(`${url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

async function furnish(): Promise<string> {
  await done('import', home);
  return done('device-key', 'add', 'gateway', '--scope', 'harbour-house');
}

test('a home is imported beside the running server, a key is made, and its rooms report by alias at once', async () => {
  const dry = await done('import', home, '--dry-run');
  expect(dry).toContain('+ stream    Anker Care > Harbour House > Ward X > Room 1\n');
  expect(await done('export')).toContain('clients: []');
  const key = await furnish();
  expect(key).toMatch(/^rsk_[\w-]{43}$/);
  expect(await report(key, { stream: 'harbour-house/room-1', status: 'in_bed' })).toBe(200);
  const rooms = await done('streams', '--ward', 'Harbour House/Ward X');
  expect(rooms).toMatch(/Room 1 +harbour-house\/room-1 +[\da-f-]{36} +\d+ in_bed +\d s +\d s/);
  expect(rooms).toMatch(/Room 2 .* -1 initializing +never/);
  expect(JSON.parse(await done('device-key', 'list', '--json'))).toMatchObject([
    { name: 'gateway', ratePerSecond: null },
  ]);
  await done('device-key', 'revoke', 'gateway');
  await expect.poll(() => report(key, { stream: 'room-1', status: 'in_bed' })).toBe(401);
});

test('an export changes nothing when it is imported, in both formats', async () => {
  await furnish();
  for (const file of [inFolder('a.yaml'), inFolder('a.csv')]) {
    await done('export', file);
    expect(await done('import', file, '--remove-missing')).toBe('0 added, 0 changed, 0 removed, 5 unchanged.');
  }
});

test('a file with faults changes nothing; all of them are told, with exit code 1', async () => {
  writeFileSync(home, homeText.replace('bed-sensor', 'lamp').replace('silentAfter: 300', 'silentAfter: 1'));
  const { code, stdout, stderr } = await command('import', home);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('nothing was changed');
  expect(stderr).toMatch(/line 10, .*type/);
  expect(stderr).toMatch(/line 11, .*silentAfter/);
  expect(await done('export')).toContain('clients: []');
});

test('a spreadsheet that was not saved as UTF-8 is refused, so that no name comes out wrong', async () => {
  const file = inFolder('latin.csv');
  const text = 'client,location,ward,displayName\nAnker Care,Harbour House,Ward X,Zimmer Ä\n';
  writeFileSync(file, Buffer.from(text, 'latin1'));
  const { code, stderr } = await command('import', file);
  expect([code, stderr]).toEqual([1, expect.stringContaining('save it as "CSV UTF-8"')]);
  writeFileSync(file, `\ufeff${text}`);
  expect(await done('import', file)).toContain('Zimmer Ä');
});

test('an account signs in by its password, and its group sees what was granted, until it is gone', async () => {
  await furnish();
  const nurse = ['account', 'add', 'Berta', '--group', 'night', '--name', 'Berta B'];
  expect(await runCommand(settings, nurse, 'short\n')).toMatchObject({ code: 1, stdout: '' });
  const made = await runCommand(settings, nurse, 'a long password\n');
  expect(made.code).toBe(0);
  expect(made.stderr).toContain('The group night has no rights yet: see `group grant`.');
  await done('group', 'grant', 'night', 'ward-nurse', 'harbour-house');
  const second = ['account', 'add', 'Carla', '--group', 'night'];
  expect((await runCommand(settings, second, 'a long password\n')).stderr).not.toContain('no rights');
  await done('account', 'remove', 'Carla');
  const { accessToken } = await signIn(url, 'berta', 'a long password');
  const clients = async (): Promise<unknown> => {
    const answer = await fetch(`${url}/api/clients`, { headers: { authorization: `Bearer ${accessToken}` } });
    return answer.json();
  };
  expect(await clients()).toMatchObject({ items: [{ displayName: 'Anker Care' }] });
  expect(await done('group', 'list')).toMatch(/night +ward-nurse +Anker Care \/ Harbour House/);
  await done('group', 'revoke', 'night', 'ward-nurse', 'harbour-house');
  await expect.poll(clients).toEqual({ items: [] });
  expect(await runCommand(settings, ['account', 'password', 'berta'], 'another password\n')).toMatchObject({ code: 0 });
  await expect(signIn(url, 'berta', 'a long password')).rejects.toThrow(/refused/);
  await done('account', 'remove', 'BERTA');
  expect(await done('account', 'list')).toBe('There is no account.');
});

describe.skipIf(isOnPostgres)('backup and restore', () => {
  test('a backup made while reports arrive contains every report accepted before it, and can be restored', async () => {
    const key = await furnish();
    let accepted = 0;
    const over = new AbortController();
    const reporting = (async () => {
      while (!over.signal.aborted) {
        const status = await report(key, { stream: 'room-1', status: accepted % 6, id: `report-${accepted}` });
        if (status === 200) accepted += 1;
      }
    })();
    await expect.poll(() => accepted).toBeGreaterThan(30);
    const before = accepted;
    const file = inFolder('night.backup');
    const words = await done('backup', file);
    over.abort();
    await reporting;
    const kept = Number(/(\d+) reports/.exec(words)?.[1]);
    expect(kept).toBeGreaterThanOrEqual(before);
    expect(kept).toBeLessThanOrEqual(accepted);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('night'))).toEqual(['night.backup']);
    expect((await command('backup', file)).stderr).toContain('already exists');

    const held = await command('restore', file, '--yes');
    expect(held.code).toBe(1);
    expect(held.stderr).toContain('is already running');
    server.signal('SIGTERM');
    await server.ended;
    expect((await command('restore', file)).code).toBe(2);
    expect(await done('restore', file, '--yes')).toContain('The previous database is kept at');
    expect(await done('check')).toMatch(/ok +states/);
    server = await start();
    const again = await report(key, { stream: 'room-1', status: 1, id: 'report-0' });
    expect(again).toBe(200);
    const name = inFolder('after.backup');
    expect(await done('backup', name)).toContain(`${kept} reports`);
  });

  test('a file that is not a backup is refused, and the data stay', async () => {
    await furnish();
    server.signal('SIGTERM');
    await server.ended;
    const file = inFolder('broken.backup');
    writeFileSync(file, readFileSync(home));
    const { code, stderr } = await command('restore', file, '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain('broken.backup');
    expect(await done('streams')).toContain('Room 2');
  });
});

test('the log is pruned of what is old, but never of what a room shows now', async () => {
  const key = await furnish();
  await report(key, { stream: 'room-1', status: 1 });
  expect((await command('prune', '--older-than', '90')).code).toBe(2);
  expect(await done('prune', '--older-than', '1d', '--dry-run')).toContain('0 reports');
  expect(await done('prune', '--older-than', '1d')).toContain('0 reports');
  expect(await done('check')).toMatch(/ok +states/);
});

test('what is wrong hides nothing else from the check; what it cannot look at it calls skipped', async () => {
  await furnish();
  const database =
    schema === undefined
      ? await openSqliteDatabase({ file: join(folder, 'data', 'room-status.sqlite'), isShared: true })
      : await openPostgresDatabase({ url: schema.url });
  await database.query.updateTable('stream').set({ revision: 7 }).execute();
  const differing = await command('check');
  expect(differing.code).toBe(1);
  expect(differing.stdout).toMatch(/wrong +states[^]*devices[^]*keys[^]*ok +scopes/);
  await sql`delete from schema_version where version > 1`.execute(database.query);
  const older = await command('check');
  expect(older.code).toBe(1);
  for (const what of ['integrity', 'references', 'states', 'devices', 'keys', 'scopes']) {
    expect(older.stdout).toMatch(new RegExp(`skipped +${what}`));
  }
  await database.close();
});

test('words that make no command say what there is, with exit code 2; help is no failure', async () => {
  expect(await done('--help')).toContain('Exit codes: 0 done');
  expect(await done('backup', '--help')).toContain('must not exist yet');
  for (const words of [['reboot'], ['streams', '--loud'], ['export', 'a', 'b'], ['import', 'a.txt']]) {
    const { code, stdout, stderr } = await command(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--help shows the usage');
    expect(stderr).not.toMatch(/\n +at /);
  }
});

test.skipIf(isOnPostgres)('where both the demo and a home have data, one has to say which', async () => {
  await furnish();
  expect(existsSync(join(folder, 'data', 'demo.sqlite'))).toBe(false);
  writeFileSync(join(folder, 'data', 'demo.sqlite'), '');
  const { code, stderr } = await command('streams');
  expect(code).toBe(2);
  expect(stderr).toContain('add --no-demo or --demo');
  expect(await done('streams', '--no-demo')).toContain('Room 2');
  expect((await command('streams', '--demo')).stderr).toContain('start the server once');
});
