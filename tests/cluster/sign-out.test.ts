import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { findAccountByName } from '../../src/server/people/accounts/accounts.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { readEvents } from '../support/event-reader.ts';
import { signIn } from '../support/identity/sign-in.ts';

/**
 * Two servers share PostgreSQL. They have no bus, so the second server can learn of a sign-out only from the database.
 */
let postgres: OwnPostgres;
let first: TestApp;
let second: TestApp;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  const port = String(await freePort());
  const settings = { DATABASE_URL: postgres.url(), ROOM_STATUS_URL: `http://localhost:${port}` };
  // The servers send no heartbeats during the test, because a heartbeat also ends the connection of an invalid token.
  const heartbeatMs = 3_600_000;
  first = await startTestApp({ settings: { ...settings, PORT: port }, heartbeatMs });
  second = await startTestApp({ settings, heartbeatMs });
});
afterAll(async () => {
  await Promise.all([first, second].map((app) => app.close()));
  await postgres.close();
});

test('a sign-out at one server ends the tokens and the live connections of the session at the other server', async () => {
  const { accessToken } = await signIn(first.url, 'nurse', 'room-status');
  const origin = `http://localhost:${second.port}`;
  const { nurseLocation, wards } = readDemoHome();
  const ward = wards.find(({ locationUUID }) => locationUUID === nurseLocation.uuid)?.uuid ?? '';
  const reader = await readEvents(origin, ward, accessToken);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${first.url}/api/logout`, { method: 'POST', headers })).status).toBe(200);
  expect(await reader.ended).toBe('by the server');
  expect((await fetch(`${origin}/api/clients`, { headers })).status).toBe(401);
});

test('an account that is disabled at one server loses its session and live connections at the other server', async () => {
  const [manager, admin] = await Promise.all(
    ['manager', 'admin'].map((username) => signIn(first.url, username, 'room-status')),
  );
  const origin = `http://localhost:${second.port}`;
  const reader = await readEvents(origin, readDemoHome().wards[0]?.uuid ?? '', manager?.accessToken ?? '');
  const account = await findAccountByName(first.database, 'manager');
  const answer = await fetch(`${first.url}/api/manage/accounts/${account?.subject}/disable`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin?.accessToken}` },
  });
  expect(answer.status).toBe(200);
  expect(await reader.ended).toBe('by the server');
  const headers = { authorization: `Bearer ${manager?.accessToken}` };
  expect((await fetch(`${origin}/api/clients`, { headers })).status).toBe(401);
});
