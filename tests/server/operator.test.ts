import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { ensureAccount } from '../../src/server/people/accounts/add-account.ts';
import { createDeviceKey } from '../../src/server/devices/keys/device-keys.ts';
import { runCommand, runDone } from '../support/app/run-command.ts';
import { commandFile } from '../support/app/server-build.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { homeFile } from '../support/homes/home-file.ts';
import { signIn } from '../support/identity/sign-in.ts';

const isOnPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

let folder: string;
let app: TestApp;
let home: string;
const running: ServerProcess[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-operator-'));
  home = inFolder('home.yaml');
  writeFileSync(home, homeFile);
  app = await startTestApp({ args: ['--no-demo'] });
});
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.signal('SIGKILL');
    await server.ended;
  }
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);
const command = (...words: string[]) => runCommand(app.settings, words);

/** Runs a command that must succeed, and returns its result. */
const done = (...words: string[]) => runDone(app.settings, words);

async function report(key: string, body: object, url = app.url): Promise<number> {
  const answer = await fetch(`${url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

async function harbourHouse() {
  const { uuid } = await app.database.query.selectFrom('location').select('uuid').executeTakeFirstOrThrow();
  return { kind: 'location', uuid } as const;
}

/** Imports the home. Returns a device key for its rooms. */
async function importHome(): Promise<string> {
  await done('import', home);
  const scope = await harbourHouse();
  return (await createDeviceKey(app.database, { name: 'gateway', scope, now: Date.now() })).key;
}

test('rooms that are imported while the server runs accept reports by their alias', async () => {
  const dry = await done('import', home, '--dry-run');
  expect(dry).toContain('+ stream    Anker Care > Harbour House > Ward X > Room 1\n');
  expect(await done('export')).toContain('clients: []');
  const key = await importHome();
  await done('export', inFolder('home.csv'));
  expect(await done('import', inFolder('home.csv'), '--remove-missing')).toBe(
    '0 added, 0 changed, 0 removed, 5 unchanged.',
  );
  expect(await report(key, { stream: 'harbour-house/room-1', status: 'in_bed' })).toBe(200);
  for (const age of ['1d', '12w', '2y']) expect(await done('prune', '--older-than', age)).toContain('0 reports');
  expect(await done('check')).toMatch(/ok +states/);
  expect(JSON.parse(await done('check', '--json'))).toContainEqual(
    expect.objectContaining({ what: 'states', verdict: 'ok' }),
  );
});

test('a CSV file that is not UTF-8 is refused, because its names would be garbled', async () => {
  const file = inFolder('latin.csv');
  const text = 'client,location,ward,displayName\nAnker Care,Harbour House,Ward X,Zimmer Ä\n';
  writeFileSync(file, Buffer.from(text, 'latin1'));
  const { code, stderr } = await command('import', file);
  expect([code, stderr]).toEqual([1, expect.stringContaining('save it as "CSV UTF-8"')]);
  writeFileSync(file, `\ufeff${text}`);
  expect(await done('import', file)).toContain('Zimmer Ä');
});

test('an import of equipment names the rooms that do not exist', async () => {
  await done('import', home);
  const file = inFolder('equipment.yaml');
  const connection = '{ name: mats, preset: generic-json, topic: mats, location: harbour-house, rooms: ';
  const rooms = '[{ room: room-1, device: mat-1 }, { room: room-77, device: mat-2 }]';
  writeFileSync(file, `connections: [${connection}${rooms} }]`);
  expect(await command('equipment', 'import', file)).toEqual({
    code: 0,
    stdout: '1 added, 0 changed, 0 removed.',
    stderr: 'mats: no such room: harbour-house/room-77. What is reported for it reaches nobody.',
  });
});

test('an administrator who has lost the password sets a new one on the server, and the session of the old one ends', async () => {
  await ensureAccount(app.database, {
    username: 'berta',
    displayName: 'Berta B',
    email: 'berta@localhost',
    groups: [],
    password: 'a long password',
  });
  const { accessToken } = await signIn(app.url, 'berta', 'a long password');
  const change = (name: string, typed: string) => runCommand(app.settings, ['account', 'password', name], `${typed}\n`);
  expect(await change('BERTA', 'short')).toMatchObject({ code: 1, stdout: '' });
  const unknown = await change('bert', 'another password');
  expect([unknown.code, unknown.stderr]).toEqual([1, 'There is no account "bert". Accounts: berta.']);
  expect(await change('BERTA', 'another password')).toMatchObject({ code: 0 });
  await expect(signIn(app.url, 'berta', 'a long password')).rejects.toThrow(/rejected/);
  expect((await signIn(app.url, 'berta', 'another password')).accessToken).toContain('.');
  const statusOf = async () =>
    (await fetch(`${app.url}/api/clients`, { headers: { authorization: `Bearer ${accessToken}` } })).status;
  await expect.poll(statusOf, { timeout: 10_000 }).toBe(401);
});

test.skipIf(isOnPostgres)('a backup of a running server can be restored after the server has stopped', async () => {
  const key = await importHome();
  await app.server.close();
  const port = String(await freePort());
  const start = async () => {
    // `restore` looks for the lock of another process, so the server runs in its own process.
    const server = startServerProcess({ ...app.settings, PORT: port }, ['--no-demo']);
    running.push(server);
    await server.untilOutput('Ctrl-C stops it');
    return server;
  };
  const send = (status: number) =>
    report(key, { stream: 'room-1', status, id: `report-${status}` }, `http://localhost:${port}`);
  const server = await start();
  expect(await send(1)).toBe(200);
  const file = inFolder('night.backup');
  expect(await done('backup', file)).toContain(' 1 reports');
  expect((await command('backup', file)).stderr).toContain('already exists');
  expect(await send(2)).toBe(200);
  expect((await command('restore', file, '--yes')).stderr).toContain('is already running');
  server.signal('SIGTERM');
  await server.ended;
  expect((await command('restore', file)).code).toBe(2);
  const printed = await done('restore', file, '--yes');
  expect(printed).toContain('The previous database is kept at');
  expect(await done('check')).toMatch(/ok +states/);
  await start();
  expect(await send(1)).toBe(200);
  expect(await done('backup', inFolder('after.backup'))).toContain(' 1 reports');
});

test('a command with wrong arguments prints a hint to --help instead of a stack trace, and ends with exit code 2', async () => {
  expect(await done('--help')).toContain('Exit codes: 0 done');
  expect(await done('backup', '--help')).toContain('must not exist yet');
  for (const line of [
    'reboot',
    'export --loud',
    'export a b',
    'import a.txt',
    'prune --older-than 90',
    'prune --older-than 23h',
  ]) {
    const words = line.split(' ');
    const { code, stdout, stderr } = await command(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--help shows the usage');
    expect(stderr).not.toMatch(/\n +at /);
  }
});

test('only the owner can read an exported home, also when the file or a part of it existed', async () => {
  const file = inFolder('rooms.yaml');
  for (const existing of [file, `${file}.part`]) writeFileSync(existing, '', { mode: 0o644 });
  await done('export', file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a command in its own process writes only its result to stdout and ends with its exit code', async () => {
  const env = { PATH: process.env['PATH'], ...app.settings };
  const run = promisify(execFile);
  expect(await run(process.execPath, [commandFile, 'export'], { env })).toEqual({
    stdout: 'clients: []\n',
    stderr: '',
  });
  const failure = run(process.execPath, [commandFile, 'exprot'], { env });
  await expect(failure).rejects.toMatchObject({ code: 2, stdout: '' });
  await expect(failure).rejects.toThrow('Did you mean export?');
});
