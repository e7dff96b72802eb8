/** Runs the operator's commands while a server is running on the same data. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { runCommand, runDone } from '../support/app/run-command.ts';
import { commandFile } from '../support/app/server-build.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { homeFile, homeFileWard } from '../support/homes/home-file.ts';
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

/** Imports the home. Returns a device key for its rooms. */
async function importHome(): Promise<string> {
  await done('import', home);
  return done('device-key', 'add', 'gateway', '--scope', 'harbour-house');
}

test('rooms that are imported while the server runs accept reports by their alias with a new device key', async () => {
  const dry = await done('import', home, '--dry-run');
  expect(dry).toContain('+ stream    Anker Care > Harbour House > Ward X > Room 1\n');
  expect(await done('export')).toContain('clients: []');
  const key = await importHome();
  await done('export', inFolder('home.csv'));
  expect(await done('import', inFolder('home.csv'), '--remove-missing')).toBe(
    '0 added, 0 changed, 0 removed, 5 unchanged.',
  );
  expect(key).toMatch(/^rsk_[\w-]{43}$/);
  expect(await report(key, { stream: 'harbour-house/room-1', status: 'in_bed' })).toBe(200);
  const rooms = await done('streams', '--ward', 'Harbour House/Ward X');
  expect(rooms).toMatch(/Room 1 +harbour-house\/room-1 +[\da-f-]{36} +\d+ in_bed +\d s +\d s/);
  expect(rooms).toMatch(/Room 2 .* -1 initializing +never/);
  expect(await done('prune', '--older-than', '1d')).toContain('0 reports');
  expect(await done('check')).toMatch(/ok +states/);
  expect(JSON.parse(await done('device-key', 'list', '--json'))).toContainEqual(
    expect.objectContaining({ name: 'gateway', ratePerSecond: null }),
  );
  await done('device-key', 'revoke', 'gateway');
  await expect.poll(() => report(key, { stream: 'room-1', status: 'in_bed' }), { timeout: 10_000 }).toBe(401);
});

test('an import of a file with errors changes nothing, prints each error with its line, and ends with exit code 1', async () => {
  writeFileSync(home, homeFile.replace('bed-sensor', 'lamp').replace('silentAfter: 300', 'silentAfter: 1'));
  const { code, stdout, stderr } = await command('import', home);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('nothing was changed');
  expect(stderr).toMatch(/line 11, .*type/);
  expect(stderr).toMatch(/line 12, .*silentAfter/);
  expect(await done('export')).toContain('clients: []');
});

test('a dry run of moving a ward lists the aliases, keys, groups and equipment that would stop working', async () => {
  await importHome();
  await done('group', 'grant', 'night', 'ward-nurse', 'harbour-house');
  const equipment = inFolder('equipment.yaml');
  writeFileSync(
    equipment,
    `connections:
  - { name: mats, preset: generic-json, topic: mats, location: harbour-house, rooms: [{ room: room-1, device: d }] }`,
  );
  writeFileSync(
    home,
    `clients:
  - displayName: Anker Care
    locations:
      - displayName: Hill House
        wards: [{ displayName: Ward X, uuid: ${homeFileWard} }]`,
  );
  const settings = { ...app.settings, EQUIPMENT_FILE: equipment };
  const { stdout, stderr } = await runCommand(settings, ['import', home, '--dry-run']);
  expect(stderr).toBe('Nothing was changed: this was a dry run.');
  expect(stdout.split('\n').slice(2)).toEqual([
    '      location: Anker Care > Harbour House -> Anker Care > Hill House',
    'This would stop working:',
    '  alias harbour-house/room-1: Room 1 is now hill-house/room-1',
    '  alias harbour-house/room-2: Room 2 is now hill-house/room-2',
    '  device key "gateway": loses Room 1, Room 2',
    '  group night, ward-nurse: loses Room 1, Room 2',
    '  equipment connection mats: harbour-house/room-1',
    '1 added, 1 changed, 0 removed, 4 unchanged.',
  ]);
});

test('the command remove undoes a mistaken import, unless a room has a report', async () => {
  const key = await importHome();
  expect(await done('remove', 'harbour-house/room-2')).toContain(
    '- stream    Anker Care > Harbour House > Ward X > Room 2',
  );
  expect(await report(key, { room: 'room-1', status: 'in_bed' })).toBe(200);
  const refused = await command('remove', 'Anker Care');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('which would be lost: Room 1.');
  expect(await done('streams')).toContain('Room 1');
});

test('an ambiguous name of a place is refused, and only the places with this name are listed', async () => {
  await importHome();
  writeFileSync(home, homeFile.replaceAll('Harbour House', 'Hill House').replace(/ +uuid: .*\n/, ''));
  await done('import', home);
  const { code, stderr } = await command('group', 'grant', 'night', 'ward-nurse', 'Ward X');
  expect(code).toBe(2);
  const uuid = '[-0-9a-f]{36}';
  expect(stderr).toMatch(
    new RegExp(
      `^scope: "Ward X" can mean any of these:\n {2}ward:${uuid} {2}Anker Care / Harbour House / Ward X\n {2}ward:${uuid} {2}Anker Care / Hill House / Ward X$`,
    ),
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

test('a new account can sign in and sees the scope of its group, until the right and the account are removed', async () => {
  await importHome();
  const nurse = ['account', 'add', 'Berta', '--group', 'night', '--name', 'Berta B'];
  expect(await runCommand(app.settings, nurse, 'short\n')).toMatchObject({ code: 1, stdout: '' });
  const made = await runCommand(app.settings, nurse, 'a long password\n');
  expect(made.code).toBe(0);
  expect(made.stderr).toContain('The group night has no rights yet: see `group grant`.');
  await done('group', 'grant', 'night', 'ward-nurse', 'harbour-house');
  const second = ['account', 'add', 'Carla', '--group', 'night'];
  expect((await runCommand(app.settings, second, 'a long password\n')).stderr).not.toContain('no rights');
  await done('account', 'remove', 'Carla');
  const { accessToken } = await signIn(app.url, 'berta', 'a long password');
  const clients = async (): Promise<unknown> => {
    const answer = await fetch(`${app.url}/api/clients`, { headers: { authorization: `Bearer ${accessToken}` } });
    return answer.json();
  };
  expect(await clients()).toMatchObject({ items: [{ displayName: 'Anker Care' }] });
  expect(await done('group', 'list')).toMatch(/night +ward-nurse +Anker Care \/ Harbour House/);
  await done('group', 'revoke', 'night', 'ward-nurse', 'harbour-house');
  await expect.poll(clients, { timeout: 10_000 }).toEqual({ items: [] });
  expect(await runCommand(app.settings, ['account', 'password', 'berta'], 'another password\n')).toMatchObject({
    code: 0,
  });
  await expect(signIn(app.url, 'berta', 'a long password')).rejects.toThrow(/rejected/);
  await done('account', 'remove', 'BERTA');
  expect(await done('account', 'list')).toBe('There is no account.');
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
  expect(await done('restore', file, '--yes')).toContain('The previous database is kept at');
  expect(await done('check')).toMatch(/ok +states/);
  await start();
  expect(await send(1)).toBe(200);
  expect(await done('backup', inFolder('after.backup'))).toContain(' 1 reports');
});

test('the command check continues after a problem, and marks checks that cannot run as skipped', async () => {
  await importHome();
  const { database } = app;
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
});

test('a command with wrong arguments prints a hint to --help instead of a stack trace, and ends with exit code 2', async () => {
  expect(await done('--help')).toContain('Exit codes: 0 done');
  expect(await done('backup', '--help')).toContain('must not exist yet');
  for (const line of [
    'reboot',
    'streams --loud',
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

test.each(['export', ...(isOnPostgres ? [] : ['backup'])])(
  '%s to a folder that does not exist names the file, without a stack trace',
  async (name) => {
    const { code, stderr } = await command(name, inFolder('none/home.yaml'));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ENOENT: no such file or directory, .*home\.yaml\.part'$/m),
    ]);
    expect(stderr).not.toMatch(/\n +at /);
  },
);

test('names with characters that reverse the text direction are refused, and the message names the argument', async () => {
  const reversed = 'Room\u202E101';
  writeFileSync(inFolder('reversed.yaml'), `clients:\n  - displayName: "${reversed}"\n`);
  const imported = await command('import', inFolder('reversed.yaml'));
  expect(imported.code).toBe(1);
  expect(imported.stderr).toContain('line 2, displayName: must be one line of text without');
  const oneLine = 'must be one line of text without control characters or characters that reverse the text direction';
  for (const { words, message } of [
    { words: ['account', 'add', reversed], message: /username.*without spaces, slashes and invisible characters/s },
    {
      words: ['account', 'add', 'berta', '--name', `\u2066${reversed}`],
      message: new RegExp(`--name.*${oneLine}`, 's'),
    },
    { words: ['device-key', 'add', reversed, '--scope', 'everything'], message: new RegExp(`name.*${oneLine}`, 's') },
  ]) {
    const { code, stderr } = await command(...words);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  }
});

test('a home file of more than 8 MB is refused before it is parsed', async () => {
  writeFileSync(inFolder('large.yaml'), `clients: ["${'x'.repeat(8_000_000)}"]`);
  const { code, stderr } = await command('import', inFolder('large.yaml'), '--dry-run');
  expect([code, stderr]).toEqual([1, expect.stringContaining('has 8000013 bytes, and at most 8000000 are read.')]);
});

test('only the owner can read an exported home, also when the file or a part of it existed', async () => {
  const file = inFolder('rooms.yaml');
  for (const existing of [file, `${file}.part`]) writeFileSync(existing, '', { mode: 0o644 });
  await done('export', file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.skipIf(isOnPostgres)(
  'a command on a folder with data of the demo and of a home needs --demo or --no-demo',
  async () => {
    await importHome();
    writeFileSync(join(app.dataFolder, 'demo.sqlite'), '');
    const { code, stderr } = await command('streams');
    expect(code).toBe(2);
    expect(stderr).toContain('add --no-demo or --demo');
    expect(await done('streams', '--no-demo')).toContain('Room 2');
    expect((await command('streams', '--demo')).stderr).toContain('start the server once');
  },
);

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

test('a drill that an operator starts is listed by the server and marked as a test', async () => {
  await importHome();
  const room = 'harbour-house/room-1';
  expect(await done('drill', room)).toMatch(/^Drill in .* man_down\.$/);
  await done('group', 'grant', 'night', 'ward-nurse', 'harbour-house');
  await runCommand(app.settings, ['account', 'add', 'Berta', '--group', 'night'], 'a long password\n');
  const { accessToken } = await signIn(app.url, 'berta', 'a long password');
  const answer = await fetch(`${app.url}/api/alerts?locationUUID=${homeFileWard}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(await answer.json()).toMatchObject({ items: [{ status: 1, isTest: true, state: 'raised' }] });
  expect(await done('drill', room)).toMatch(/^A drill of this status is open/);
  expect((await command('drill', room, '--status', 'gone')).stderr).toContain('--status: gone is not a room status.');
});
