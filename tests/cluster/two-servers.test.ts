import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type NatsService, startNats } from '../../scripts/services/nats.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { type EventReader, readEvents, type Updates } from '../support/event-reader.ts';
import { createTestUsers } from '../support/identity/test-users.ts';
import { everything } from '../support/homes/small-home.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { startServerProcess } from '../support/app/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** Two servers share PostgreSQL and NATS. The second one reaches NATS through a proxy that can be blocked. */
let postgres: OwnPostgres;
let nats: NatsService;
let pathToNats: TcpProxy;
let first: TestApp;
let second: TestApp;

const people = createTestUsers(Date.now);
const token = people.token([everything], { expiresAt: Number.MAX_SAFE_INTEGER });
const [room] = readDemoHome().rooms;
const readers: EventReader[] = [];

beforeAll(async () => {
  await ensureServices(['nats']);
  postgres = await startOwnPostgres();
  nats = await startNats({ folder: postgres.folder });
  pathToNats = await startTcpProxy(() => nats.port);
  // Both servers start at the same time with an empty database.
  [first, second] = await Promise.all([start(nats.url), start(`nats://localhost:${pathToNats.port}`)]);
}, 120_000);

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(async () => {
  await Promise.all([first, second].map((app) => app.close()));
  await pathToNats.close();
  await nats.stop();
  await postgres.close();
}, 60_000);

function start(natsUrl: string): Promise<TestApp> {
  const settings = { DATABASE_URL: postgres.url(), NATS_URL: natsUrl };
  return startTestApp({ settings, authenticator: people, heartbeatMs: 500 });
}

async function connectTo(app: TestApp): Promise<EventReader> {
  const reader = await readEvents(app.url, room?.wardUUID ?? '', token);
  readers.push(reader);
  return reader;
}

const report = async (app: TestApp, status: string) => (await app.report(room?.uuid ?? '', status)).status;

const health = async (app: TestApp): Promise<unknown> => (await fetch(`${app.url}/health`)).json();

function list(app: TestApp): Promise<Response> {
  const path = `/api/streams?locationUUID=${room?.wardUUID}`;
  return fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } });
}

async function listedStatus(app: TestApp): Promise<number | undefined> {
  const { items } = endpoints.listStreams.response.parse(await (await list(app)).json());
  return items.find(({ uuid }) => uuid === room?.uuid)?.roomStatus;
}

/** Waits for an update of the room with this status, and ignores all other updates. */
async function receives(reader: EventReader, roomStatus: number): Promise<Updates[number]> {
  for (;;) {
    const found = (await reader.next()).find(
      (update) => update.uuid === room?.uuid && update.roomStatus === roomStatus,
    );
    if (found !== undefined) return found;
  }
}

const healthy = { status: 'ok', database: 'ok', bus: 'ok' };
const soon = { timeout: 15_000, interval: 50 };

async function bothAreHealthy(): Promise<void> {
  for (const app of [first, second]) await expect.poll(() => health(app), soon).toMatchObject(healthy);
}

beforeEach(bothAreHealthy);

test('a report to one server reaches the viewers of the other server', async () => {
  const [here, there] = [await connectTo(first), await connectTo(second)];
  expect(await report(first, 'man_down')).toBe(200);
  const received = await receives(there, 1);
  expect(await receives(here, 1)).toEqual(received);
  expect(await report(second, 'in_bed')).toBe(200);
  expect(await receives(here, 5)).toMatchObject({ revision: received.revision + 1 });
});

test('a report reaches viewers at the other server while NATS is stopped, and after NATS is restarted', async () => {
  const there = await connectTo(second);
  await nats.stop();
  await expect.poll(() => health(second), soon).toMatchObject({ status: 'ok', bus: 'unavailable' });
  expect(await report(first, 'man_down')).toBe(200);
  await receives(there, 1);
  await nats.start();
  await bothAreHealthy();
  expect(await report(first, 'in_bed')).toBe(200);
  await receives(there, 5);
});

test('the list has every report that either server has accepted, also one that is lost on the way through NATS', async () => {
  await connectTo(second);
  pathToNats.silence();
  for (const [app, status, code] of [
    [first, 'man_down', 1],
    [second, 'in_bed', 5],
    [first, 'in_bathroom', 6],
  ] as const) {
    expect(await report(app, status)).toBe(200);
    expect(await listedStatus(second)).toBe(code);
  }
  pathToNats.mend();
  await bothAreHealthy();
});

test('while PostgreSQL is stopped, requests are refused with 503 and live connections break off; after its restart both work again', async () => {
  const there = await connectTo(second);
  const breakOff = expect(there.ended).rejects.toThrow('terminated');
  await postgres.stop();
  expect(await report(first, 'in_bed')).toBe(503);
  expect((await list(second)).status).toBe(503);
  expect(await health(first)).toMatchObject({ status: 'unavailable', database: 'unavailable' });
  await breakOff;
  await postgres.start();
  await bothAreHealthy();
  // A board tries again until its server has noticed that PostgreSQL is back.
  await vi.waitFor(() => connectTo(first), soon);
  const again = await vi.waitFor(() => connectTo(second), soon);
  await expect.poll(() => report(first, 'in_bed'), soon).toBe(200);
  await receives(again, 5);
  expect((await list(second)).status).toBe(200);
});

test('after a room is renamed, the live connections at both servers end', async () => {
  const [here, there] = [await connectTo(first), await connectTo(second)];
  const { query } = first.database;
  await query
    .updateTable('stream')
    .set({ display_name: 'Garden room' })
    .where('uuid', '=', room?.uuid ?? '')
    .execute();
  expect(await here.ended).toBe('by the server');
  expect(await there.ended).toBe('by the server');
});

test('a server that stops answers calls on the open connections of a proxy, ends each with its answer, and takes no new one', async () => {
  const port = String(await freePort());
  const settings = { DATABASE_URL: postgres.url(), NATS_URL: nats.url, PORT: port };
  const server = startServerProcess({ ...settings, DATA_DIR: join(postgres.folder, 'third') }, ['--no-demo']);
  await server.untilOutput('Ctrl-C stops it');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `http://localhost:${port}/health`;
  const call = () =>
    new Promise<readonly unknown[]>((resolve, reject) => {
      get(url, { agent }, (response) => {
        response.resume().once('end', () => resolve([response.statusCode, response.headers.connection]));
      }).once('error', reject);
    });
  expect(await call()).toEqual([200, 'keep-alive']);
  server.signal('SIGTERM');
  await server.untilOutput('Stopping');
  expect(await call()).toEqual([200, 'close']);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(await server.ended).toBe(0);
  agent.destroy();
});
