import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { freePort } from '../../scripts/services/ports.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openSqliteDatabase } from '../../src/server/database/sqlite/database-sqlite.ts';
import { createDeviceKey } from '../../src/server/devices/keys/device-keys.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { everything, seedSmallHome, small } from '../support/homes/small-home.ts';
import { signIn } from '../support/identity/sign-in.ts';

const password = 'correct horse battery';

let folder: string;
let port: number;
let deviceKey: string;
let server: ServerProcess;
let token: string;

const file = () => join(folder, 'room-status.sqlite');
const url = () => `http://localhost:${port}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-alerts-'));
  port = await freePort();
  const database = await openSqliteDatabase({ file: file() });
  await database.migrate();
  await seedSmallHome(database);
  deviceKey = (await createDeviceKey(database, { name: 'gateway', scope: everything, now: Date.now() })).key;
  await database.close();
  await start();
  token = (await signIn(url(), 'admin', password)).accessToken;
}, 120_000);

afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const settings = { PORT: `${port}`, DATA_DIR: folder, ROOM_STATUS_ADMIN_PASSWORD: password };
  server = startServerProcess(settings, ['--no-demo']);
  await server.untilOutput('Ctrl-C stops it');
}

async function kill(): Promise<void> {
  server.signal('SIGKILL');
  await server.ended;
}

const post = (path: string, bearer: string, body?: object) =>
  fetch(`${url()}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function onlyAlert() {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url()}/api/alerts?locationUUID=${small.locationA1}`, { headers });
  const [alert, ...others] = z.parse(endpoints.listAlerts.response, await response.json()).items;
  if (alert === undefined || others.length > 0) throw new Error('there is not exactly one alert');
  return alert;
}

/** Changes the database file of the stopped server, as if the time limit of the alert were over. */
function endTimeOfAlert(): void {
  const sqlite = new Sqlite(file());
  sqlite.exec(`update stream set alert_due_at = 1, open_alerts = json_set(open_alerts, '$[0].dueAt', 1)
    where open_alerts is not null`);
  sqlite.close();
}

test('a server that is killed before and after the acknowledgement keeps the alert, and raises it again when its time is over', async () => {
  expect((await post('/reports', deviceKey, { stream: small.streamA1x1, status: 1 })).status).toBe(200);
  await kill();
  await start();
  const raised = await onlyAlert();
  expect(raised).toMatchObject({ status: 1, state: 'raised', raisedAgainCount: 0 });
  const answer = await post(`/alerts/${raised.uuid}/acknowledge`, token);
  await kill();
  await start();
  expect(await onlyAlert()).toEqual(z.parse(endpoints.acknowledgeAlert.response, await answer.json()));
  await kill();
  endTimeOfAlert();
  await start();
  await expect.poll(onlyAlert).toMatchObject({ uuid: raised.uuid, state: 'raised', raisedAgainCount: 1 });
});
