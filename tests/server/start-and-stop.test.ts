import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { readEvents } from '../support/event-reader.ts';
import { seedDeviceKey } from '../support/app/seed-data.ts';
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

test('the demo prints its address and accounts, sends live updates, uses its own database, and stops on SIGINT', async () => {
  const server = start();
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

test('a first start without the demo creates no account and prints the link of the set-up', async () => {
  const text = await start(['--no-demo']).untilOutput('Ctrl-C stops it');
  expect(text).toContain(`${url}/setup#`);
  expect(text).not.toContain('password room-status');
  await expect(signIn(url, 'nurse', 'room-status')).rejects.toThrow(/rejected/);
});

/** Waits until a start has failed with exit code 1. Returns its output, which must contain no stack trace. */
async function refusal(server: ServerProcess): Promise<string> {
  expect(await server.ended).toBe(1);
  expect(server.text()).not.toMatch(/\n +at /);
  return server.text();
}

test.each(['PORT', 'MQTT_PORT'])('a start with a port that is in use fails and names the setting %s', async (name) => {
  const port = await freePort();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(port, 'localhost', resolve));
  expect(await refusal(start(['--no-demo'], { [name]: String(port) }))).toContain(
    `Port ${port} is already in use. Stop the program that uses it, or set ${name} to another port.`,
  );
  taken.close();
});

test('a second process on the same data does not start, and the first one continues', async () => {
  await start(['--no-demo']).untilOutput('Ctrl-C stops it');
  const second = start(['--no-demo'], { PORT: String(await freePort()) });
  expect(await refusal(second)).toContain('Another Room Status is already running on');
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test('a server starts on the schema of a newer version that only adds to its own, and otherwise names the schema version', async () => {
  const first = start(['--no-demo']);
  await first.untilOutput('Ctrl-C stops it');
  first.signal('SIGTERM');
  await first.ended;
  const change = (statements: string) => {
    const newer = new Sqlite(join(settings.DATA_DIR, 'room-status.sqlite'));
    newer.exec(statements);
    newer.close();
  };
  change('alter table stream add column of_the_newer integer; insert into schema_version (version) values (99)');
  const second = start(['--no-demo']);
  await second.untilOutput('Ctrl-C stops it');
  second.signal('SIGTERM');
  await second.ended;
  change('update schema_version set oldest_version = 99 where version = 99');
  expect(await refusal(start(['--no-demo']))).toContain('schema version 99');
});

/** Writes an equipment file with one connection. */
function writeEquipment(connection: string): string {
  const file = join(folder, 'equipment.yaml');
  writeFileSync(file, `connections:\n  - { name: mats, location: harbour, topic: mats, ${connection} }\n`);
  return file;
}

test('a first start imports the equipment file, and prints the MQTT addresses without the password', async () => {
  const [port, unusedPort] = [String(await freePort()), String(await freePort())];
  const text = await start(['--no-demo'], {
    EQUIPMENT_FILE: writeEquipment('preset: generic-json, rooms: [{ room: room-1, device: d }]'),
    MQTT_PORT: port,
    MQTT_URL: `mqtt://rooms:s3cret@localhost:${unusedPort}`,
  }).untilOutput('Ctrl-C');
  expect(text).toMatch(/The connections to equipment in .*equipment.yaml \(1\) are in the database now/);
  expect(text).toContain(`Its MQTT broker listens at localhost:${port}`);
  expect(text).toContain(`It connects to the MQTT broker mqtt://localhost:${unusedPort}. If that fails`);
  expect(text).not.toContain('s3cret');
});

const room = rooms[0]?.uuid ?? '';

/** Sends one report after another until the server stops. Returns the number of accepted reports. */
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

function storedReports(): number {
  const file = new Sqlite(join(settings.DATA_DIR, 'demo.sqlite'), { readonly: true });
  const ids = file.prepare("select report_id from report where report_id like 'report-%'").all();
  file.close();
  return ids.length;
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'no accepted report is lost when %s ends the server while reports arrive',
  async (signal) => {
    const server = start();
    await server.untilOutput('Ctrl-C stops it');
    const key = await seedDeviceKey(settings, ['--demo']);
    const accepted = await reportUntilGone(key, (count) => {
      if (count === 25) server.signal(signal);
    });
    expect(await server.ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0);
    expect(accepted).toBeGreaterThanOrEqual(25);
    // The server can store a report and stop before it responds, so one more report may be stored.
    expect([accepted, accepted + 1]).toContain(storedReports());
  },
);
