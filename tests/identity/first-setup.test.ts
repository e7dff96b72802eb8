/** The first set-up over HTTP, from the code that the start prints to the first report. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unreachableStatusCode } from '../../src/domain/ingest/online.ts';
import { setUpEndpoints } from '../../src/contract/identity/set-up.ts';
import { deviceKeyEndpoints } from '../../src/contract/devices/device-keys.ts';
import { Problem } from '../../src/contract/problem.ts';
import { groupOfSubject } from '../../src/domain/user.ts';
import { readConfig } from '../../src/server/app/config.ts';
import { seedData } from '../../src/server/app/start/seed-data.ts';
import { createSetupCode } from '../../src/server/identity/first-setup/setup-code.ts';
import { grantRight } from '../../src/server/people/group-rights.ts';
import { startSmallApp } from '../support/app/start-small-app.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { signIn } from '../support/identity/sign-in.ts';

const hourMs = 60 * 60_000;

let app: TestApp;
let now: number;
beforeEach(async () => {
  now = Date.now();
  app = await startTestApp({ args: ['--no-demo'], now: () => now });
});
afterEach(() => app.close());

const berta = { username: 'berta', displayName: 'Berta <b>Å</b> 🙂 بيرتا', password: 'a password of Berta' };

function send(path: string, body: unknown, bearer?: string) {
  return fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  });
}

function printedCode(): string {
  const code = app.server.seeded.setupCode;
  if (code === undefined) throw new Error('the start printed no code');
  return code;
}

async function refusalOf(code: string) {
  const response = await send('/setup/code', { code });
  return [response.status, Problem.parse(await response.json()).reason];
}

async function administratorToken(): Promise<string> {
  expect((await send('/setup/account', { code: printedCode(), ...berta })).status).toBe(200);
  return (await signIn(app.url, berta.username, berta.password)).accessToken;
}

async function setUpOf(token: string) {
  const response = await fetch(`${app.url}/api/setup`, { headers: { authorization: `Bearer ${token}` } });
  return setUpEndpoints.getSetUp.response.parse(await response.json());
}

test('the holder of the printed code becomes administrator, creates the rooms, and sees the first report', async () => {
  const { setupCode } = app.server.seeded;
  expect(setupCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const token = await administratorToken();
  await app.database.query.deleteFrom('device_key').execute();
  expect(await setUpOf(token)).toEqual({
    home: null,
    hasDeviceKey: false,
    newestReport: null,
  });

  const home = { displayName: 'Harbour House', wardName: 'Ward 1', rooms: ['Room 1', 'Room 2', 'Room 10'] };
  const timeZone = 'America/New_York';
  const created = await send('/setup/home', { ...home, timeZone }, token);
  expect(await created.json()).toMatchObject({
    home: { displayName: 'Harbour House', wardName: 'Ward 1', roomCount: 3 },
  });
  expect((await send('/setup/home', home, token)).status, 'a second press of the button').toBe(200);
  const { home: found } = await setUpOf(token);
  expect(found).toMatchObject({ roomCount: 3 });
  const locations = await app.database.query.selectFrom('location').select('own_rules as rules').execute();
  expect(locations).toEqual([{ rules: JSON.stringify({ timeZone }) }]);

  const scope = { kind: 'location', uuid: found?.locationUUID };
  const response = await send('/manage/device-keys', { name: 'mat', scope }, token);
  const { key, exampleRoom } = deviceKeyEndpoints.createDeviceKey.response.parse(await response.json());
  expect(exampleRoom).toBe('harbour-house/room-1');
  expect(await setUpOf(token)).toMatchObject({ hasDeviceKey: true, newestReport: null });
  expect((await send('/reports', { room: exampleRoom, status: 'out_of_bed' }, key)).status).toBe(200);
  const received = { newestReport: { displayName: 'Room 1', roomStatus: 3 } };
  expect(await setUpOf(token)).toMatchObject(received);
  const unreachable = { room_status: unreachableStatusCode, status_before_silence: 3 };
  await app.database.query.updateTable('stream').set(unreachable).where('display_name', '=', 'Room 1').execute();
  expect(await setUpOf(token), 'the device sends nothing since then').toMatchObject(received);
});

test('a setup code is accepted in lower case, without hyphens, and with letters that look like its digits', async () => {
  const typed = printedCode().toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  const response = await send('/setup/code', { code: typed });
  expect([response.status, await response.json()]).toEqual([200, { next: 'create-account' }]);
});

test('a used, expired or invented setup code is refused with its reason', async () => {
  const code = printedCode();
  expect(await refusalOf('0000-0000-0000-0000')).toEqual([403, 'wrong-code']);
  now += hourMs;
  expect(await refusalOf(code)).toEqual([403, 'expired-code']);
  expect((await send('/setup/account', { code, ...berta })).status).toBe(403);
  now -= hourMs;
  const second = await createSetupCode(app.database, now);
  const both = [code, second].map((one, index) =>
    send('/setup/account', { code: one, ...berta, username: `berta-${index}` }),
  );
  expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  expect(await refusalOf(code)).toEqual([403, 'used-code']);
  expect(await refusalOf(second)).toEqual([403, 'used-code']);
  const late = await createSetupCode(app.database, now);
  expect(await refusalOf(late), 'a code of a home that has an administrator').toEqual([403, 'used-code']);
  expect(await app.database.query.selectFrom('account').select('username').execute()).toHaveLength(1);
  await app.database.query.deleteFrom('account').execute();
  expect(await refusalOf(code), 'a used code of a home that has no account any more').toEqual([403, 'used-code']);
});

test('an address that guesses setup codes has to wait, also with the right code, but not for ever', async () => {
  for (let count = 0; count < 5; count += 1) await send('/setup/code', { code: `GUESS-${count}` });
  const blocked = await send('/setup/code', { code: printedCode() });
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
  now += 31_000;
  expect((await send('/setup/code', { code: printedCode() })).status).toBe(200);
});

test('wrong setup codes from other addresses do not block the person with the right code', async () => {
  const other = await startTestApp({ args: ['--no-demo'], settings: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
  const check = (address: string, code: string | undefined) =>
    fetch(`${other.url}/api/setup/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ code }),
    });
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
    for (let count = 0; count < 5; count += 1) await check(address, `GUESS-${count}`);
  }
  const code = other.server.seeded.setupCode;
  expect((await check('10.0.0.3', code)).status).toBe(429);
  expect((await check('10.0.0.4', code)).status).toBe(200);
  await other.close();
});

test('the audit log names the first administrator with the unchanged name, and contains no code and no password', async () => {
  await administratorToken();
  const events = await app.database.query.selectFrom('audit_event').selectAll().execute();
  expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.add', 'right.grant']));
  expect(events.find(({ action }) => action === 'account.add')).toMatchObject({ actor_name: berta.displayName });
  const text = JSON.stringify([events, await app.database.query.selectFrom('setup_code').selectAll().execute()]);
  expect(text).not.toContain(berta.password);
  expect(text).not.toContain(printedCode());
});

test('with an external provider the signed-in person with the setup code becomes administrator, and no other member of the group', async () => {
  const small = await startSmallApp();
  const code = await createSetupCode(small.database, Date.now());
  const token = small.users.token([]);
  const become = (bearer: string) =>
    fetch(`${small.url}/api/setup/administrator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ code }),
    });
  expect((await become(token)).status).toBe(200);
  expect(await small.database.query.selectFrom('group_right').selectAll().execute()).toEqual([
    { group_name: `subject:${token}`, role: 'administrator', scope_kind: 'everything', scope_uuid: '' },
  ]);
  expect((await become(small.users.token([]))).status).toBe(403);
  await small.close();
});

test('with an access file the first account joins the group that the file makes administrator of everything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-access-'));
  const file = join(folder, 'access.json');
  await writeFile(file, '[{ "group": "it", "role": "administrator", "scope": { "kind": "everything" } }]');
  const other = await startTestApp({ args: ['--no-demo'], settings: { ACCESS_FILE: file } });
  const code = other.server.seeded.setupCode;
  const response = await fetch(`${other.url}/api/setup/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, ...berta }),
  });
  expect(response.status).toBe(200);
  const { accessToken } = await signIn(other.url, berta.username, berta.password);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${other.url}/api/setup`, { headers })).status).toBe(200);
  expect(await other.database.query.selectFrom('group_right').select('group_name').execute()).toEqual([
    { group_name: 'it' },
  ]);
  await other.close();
  await rm(folder, { recursive: true });
});

test('the first account becomes administrator of everything in a home that used an external provider before', async () => {
  const right = { group: groupOfSubject('nora'), role: 'administrator', scope: { kind: 'everything' } } as const;
  await grantRight(app.database, right);
  const headers = { authorization: `Bearer ${await administratorToken()}` };
  expect((await fetch(`${app.url}/api/setup`, { headers })).status).toBe(200);
});

test('a home that has an administrator prints no code at its next start', async () => {
  await administratorToken();
  const log = { warn: () => undefined };
  const config = readConfig({}, ['--no-demo']);
  expect(await seedData(app.database, { config, now: () => now, log })).toMatchObject({ setupCode: undefined });
});
