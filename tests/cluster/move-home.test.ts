/** Moves a home from the embedded database to PostgreSQL as docs/operating.md describes, with real servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { ensureAccount } from '../../src/server/people/accounts/add-account.ts';
import { grantRight } from '../../src/server/people/group-rights.ts';
import { callApi } from '../support/app/call-api.ts';
import { runCommand, runDone } from '../support/app/run-command.ts';
import { seedData, seedDeviceKey } from '../support/app/seed-data.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { homeFile, homeFileWard } from '../support/homes/home-file.ts';
import { renew, signIn } from '../support/identity/sign-in.ts';
import { startOwnMosquitto } from '../support/mqtt/mosquitto.ts';

const password = 'a long password';

let postgres: OwnPostgres;
let folder: string;
let port: string;
let url: string;
let targetUrl: string;
let databaseCount = 0;
const running: ServerProcess[] = [];
beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 120_000);
afterAll(() => postgres.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-move-'));
  port = String(await freePort());
  url = `http://localhost:${port}`;
  databaseCount += 1;
  await postgres.createDatabase(`target_${databaseCount}`);
  targetUrl = postgres.url(`target_${databaseCount}`);
});
afterEach(async () => {
  for (const server of running.splice(0)) await stop(server, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const onSqlite = () => ({ DATA_DIR: folder, PORT: port });
const onPostgres = () => ({ ...onSqlite(), DATABASE_URL: targetUrl });
const copy = (to = targetUrl) => runCommand(onSqlite(), ['copy', '--to', to]);

/** Expects that a command fails with this exit code and reason and without a result. Returns what it has printed. */
function expectRefusal({ code, stdout, stderr }: Awaited<ReturnType<typeof copy>>, exitCode: number, reason: string) {
  expect([code, stdout]).toEqual([exitCode, '']);
  expect(stderr).toContain(reason);
  return stderr;
}

async function start(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = startServerProcess(settings, ['--no-demo']);
  running.push(server);
  await server.untilOutput('Ctrl-C stops it');
  return server;
}

async function stop(server: ServerProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  server.signal(signal);
  await server.ended;
}

/** Runs a command that must succeed on the embedded database, and returns its result. */
const done = (words: readonly string[], input?: string) => runDone(onSqlite(), words, input);

/** Imports the home and creates a nurse. Returns a device key. */
async function setUpHome(): Promise<string> {
  writeFileSync(join(folder, 'home.yaml'), homeFile);
  await done(['import', join(folder, 'home.yaml')]);
  await seedData(onSqlite(), async (database) => {
    const right = { group: 'night', role: 'ward-nurse', scope: { kind: 'ward', uuid: homeFileWard } } as const;
    await grantRight(database, right);
    const berta = { username: 'berta', displayName: 'Berta B', email: 'berta@localhost', groups: ['night'] };
    await ensureAccount(database, { ...berta, password });
  });
  return seedDeviceKey(onSqlite());
}

const call = (path: string, bearer: string, body?: object) => callApi(url, path, bearer, body);

const roomsOf = (token: string) => call(`/streams?locationUUID=${homeFileWard}`, token);

test('after a move to PostgreSQL the nurse stays signed in, signs in with her password and sees the last notifications, and devices keep their keys', async () => {
  const server = await start(onSqlite());
  const key = await setUpHome();
  const report = (room: string, status: string, id: string) =>
    call('/reports', key, { stream: `harbour-house/${room}`, status, id });
  await report('room-1', 'man_down', 'fall 1');
  await report('room-2', 'in_bed', 'bed 1');
  const before = await signIn(url, 'berta', password);
  const rooms = await roomsOf(before.accessToken);
  expect(rooms).toMatchObject({ items: [{ displayName: 'Room 1', roomStatus: 1, lastNotification: 1 }, {}] });
  await stop(server);

  const { code, stdout, stderr } = await copy();
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^report +2$/m);
  expect(stdout).toMatch(/^account +1$/m);
  expect(stderr).toContain(`was copied to target_${databaseCount} at 127.0.0.1:`);
  expect(await runCommand(onPostgres(), ['check'])).toMatchObject({ code: 0 });

  await start(onPostgres());
  expect(await roomsOf(before.accessToken)).toEqual(rooms);
  expect((await renew(url, before.refreshToken)).status).toBe(200);
  const { accessToken } = await signIn(url, 'berta', password);
  expect(await roomsOf(accessToken)).toEqual(rooms);
  expect(await report('room-1', 'man_down', 'fall 1')).toMatchObject({ results: [{ outcome: 'duplicate' }] });
  expect(await report('room-1', 'in_bed', 'bed 2')).toMatchObject({ results: [{ outcome: 'accepted' }] });
  expect(await roomsOf(accessToken)).not.toEqual(rooms);
  expect(await runCommand(onPostgres(), ['check'])).toMatchObject({ code: 0 });
});

test('a fall that the MQTT broker queues during the move to PostgreSQL is shown after the move', async () => {
  const mosquitto = await startOwnMosquitto();
  onTestFinished(() => mosquitto.close());
  const broker = { MQTT_URL: mosquitto.url, LOG_LEVEL: 'info' };
  const server = await start({ ...onSqlite(), ...broker });
  await server.untilOutput('connected to the MQTT broker');
  await setUpHome();
  await stop(server);
  const device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
  await device.publishAsync('roomstatus/harbour-house/room-1/status', 'man_down', { qos: 1 });
  await device.endAsync();

  expect((await copy()).code).toBe(0);
  await start({ ...onPostgres(), ...broker });
  const { accessToken } = await signIn(url, 'berta', password);
  await expect
    .poll(() => roomsOf(accessToken))
    .toMatchObject({ items: [{ displayName: 'Room 1', lastNotification: 1 }, {}] });
});

test('the command copy fails while a server runs on the data folder, and before a server has created the database', async () => {
  expectRefusal(await copy(), 1, 'start the server once');
  const server = await start(onSqlite());
  expectRefusal(await copy(), 1, 'already running on');
  await stop(server);
  expect((await copy()).code).toBe(0);
});

test('the command copy fails with the reason when the target address is wrong, and prints no password', async () => {
  await stop(await start(onSqlite()));
  const { hostname, port: targetPort } = new URL(targetUrl);
  const place = `${hostname}:${targetPort}`;
  for (const [address, code, reason] of [
    ['mysql://u:sesame@host/rooms', 2, '--to: must be an address such as postgres://'],
    ['postgres://u:sesame@host', 2, '--to: must be an address such as postgres://'],
    ['postgres://u:ses#ame@host/rooms', 2, '--to: must be an address such as postgres://'],
    [`postgres://room_status:sesame@${place}/target_1`, 1, 'password authentication failed'],
    [`postgres://room_status:sesame@127.0.0.1:1/rooms`, 1, 'cannot be reached'],
    [`postgres://room_status@${place}/target_1`, 1, 'it asks for a password'],
  ] as const) {
    const stderr = expectRefusal(await copy(address), code, reason);
    expect(stderr).not.toMatch(/sesame|ses#ame|DATABASE_URL/);
  }
  expectRefusal(await runCommand(onSqlite(), ['copy']), 2, '--to <url>');
  expectRefusal(await runCommand(onPostgres(), ['copy', '--to', targetUrl]), 2, 'DATABASE_URL is set');
});
