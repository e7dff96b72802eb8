/** Starts the server on data of the previous version, whose migration waits for another process that writes. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { makeEmptySchema, type TestSchema } from '../support/database/test-schema.ts';

interface Connection {
  readonly execute: (text: string) => unknown;
  readonly close: () => unknown;
}

let folder: string;
let url: string;
let schema: TestSchema | undefined;
let settings: Readonly<Record<string, string>>;
let server: ServerProcess | undefined;
let writer: Connection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-update-'));
  schema = await makeEmptySchema();
  const port = await freePort();
  url = `http://localhost:${port}`;
  settings = { DATA_DIR: folder, PORT: String(port), ...(schema !== undefined && { DATABASE_URL: schema.url }) };
  writer = schema === undefined ? openFile() : await connect(schema.url);
  await makePreviousVersion(writer);
  await writer.execute(schema === undefined ? 'begin immediate' : 'begin; lock table schema_version in exclusive mode');
});
afterEach(async () => {
  server?.signal('SIGKILL');
  await server?.ended;
  await writer.close();
  await schema?.drop();
  rmSync(folder, { recursive: true, force: true });
});

function openFile(): Connection {
  const database = new Sqlite(join(folder, 'room-status.sqlite'));
  database.pragma('journal_mode = WAL');
  return { execute: (text) => database.exec(text), close: () => database.close() };
}

async function connect(connectionString: string): Promise<Connection> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return { execute: (text) => client.query(text), close: () => client.end() };
}

/** Applies all migrations except the last one. */
async function makePreviousVersion({ execute }: Connection): Promise<void> {
  const [other, sequence] =
    schema === undefined ? ['.postgres.', 'integer primary key autoincrement'] : ['.sqlite.', 'bigserial primary key'];
  const migrations = join(import.meta.dirname, '../../src/server/database/migrations');
  const files = globSync('*.sql', { cwd: migrations }).filter((name) => !basename(name).includes(other));
  await execute('create table schema_version (version integer primary key)');
  for (const [index, name] of files.toSorted().slice(0, -1).entries()) {
    await execute(readFileSync(join(migrations, name), 'utf8').replace('$sequence', sequence));
    await execute(`insert into schema_version (version) values (${index + 1})`);
  }
}

function start(more: Readonly<Record<string, string>> = {}): ServerProcess {
  server = startServerProcess({ ...settings, ...more }, ['--no-demo']);
  return server;
}

const step = 'step 1 of 1';

/** Returns the HTTP status of `/health`. 0: the port is closed. */
const healthStatus = () =>
  fetch(`${url}/health`).then(
    ({ status }) => status,
    () => 0,
  );

test('during a migration the port responds with 503 and the reason, and pages that were open continue by themselves after the migration', async () => {
  const starting = start();
  await starting.untilOutput(`Updating the data, ${step}`);
  await expect.poll(healthStatus).toBe(503);
  const health = await fetch(`${url}/health`);
  const reason: unknown = expect.stringMatching(new RegExp(`^The server is being updated: ${step}, \\d+ s so far`));
  expect(await health.json()).toMatchObject({ status: 'unavailable', database: 'updating', warnings: [reason] });

  const report = await fetch(`${url}/api/reports`, { method: 'POST', body: '{}' });
  expect([report.status, report.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await report.json()).toMatchObject({ type: 'urn:room-status:problem:unavailable', detail: reason });

  const page = await fetch(`${url}/client`, { headers: { accept: 'text/html', 'accept-language': 'de' } });
  expect([page.status, page.headers.get('refresh')]).toEqual([503, '5']);
  const text = await page.text();
  expect(text).toContain('Der Server wird aktualisiert');
  expect(text).toContain('Schritt 1 von 1, bisher ');
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
  expect((await fetch(url + style)).status).toBe(200);

  await starting.untilOutput(`Updating the data, ${step}, for 5 s`);
  await writer.execute('rollback');
  await starting.untilOutput('Ctrl-C stops it');
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

const natsUrl = process.env['TEST_NATS_URL'];

test.skipIf(natsUrl === undefined)(
  'a server that shares PostgreSQL and NATS keeps its port closed during a migration, so that a proxy uses another server',
  async () => {
    const starting = start({ NATS_URL: natsUrl ?? '' });
    await starting.untilOutput(`Updating the data, ${step}, for 5 s`);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
    await writer.execute('rollback');
    await starting.untilOutput('Ctrl-C stops it');
  },
);

test('while PostgreSQL cannot be reached yet, the port responds with 503 and says what the server waits for', async () => {
  const starting = start({ DATABASE_URL: `postgres://nobody@localhost:${await freePort()}/nothing` });
  await starting.untilOutput('Waiting for it');
  await expect.poll(healthStatus).toBe(503);
  const health = await fetch(`${url}/health`);
  expect(await health.json()).toMatchObject({
    database: 'unavailable',
    warnings: ['The server is starting and waits for its database.'],
  });
  const page = await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'sv' } });
  expect(await page.text()).toContain('<h1>Servern väntar på sin databas</h1>');
});
