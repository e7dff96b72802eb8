/** Administrators manage accounts and rights by the API of the running server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requestPathOf, type Endpoint } from '../../src/contract/endpoint.ts';
import { groupEndpoints } from '../../src/contract/people/groups.ts';
import { accountEndpoints } from '../../src/contract/people/people.ts';
import { ownAccountEndpoints } from '../../src/contract/people/own-account.ts';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { readEvents } from '../support/event-reader.ts';
import { createCookieBrowser } from '../support/identity/cookie-browser.ts';
import { renew, signIn } from '../support/identity/sign-in.ts';

const demoPassword = 'room-status';
const newPassword = 'a quiet night in the harbour';
const ward = readDemoHome().wards[0]?.uuid ?? '';

let app: TestApp;
let administrator: string;
beforeAll(async () => {
  app = await startTestApp();
  administrator = (await signIn(app.url, 'admin', demoPassword)).accessToken;
});
afterAll(() => app.close());

type Values = Parameters<typeof requestPathOf>[1] & { readonly body?: unknown };

async function send(endpoint: Endpoint, token: string, { body, ...values }: Values = {}) {
  const response = await fetch(`${app.url}/api${requestPathOf(endpoint, values)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

/** Calls an endpoint, expects 200 and returns the body of the response. */
async function call<E extends Endpoint>(endpoint: E, token: string, values: Values = {}) {
  const { status, answer } = await send(endpoint, token, values);
  expect(answer).toEqual(expect.anything());
  expect(status, JSON.stringify(answer)).toBe(200);
  return z.parse<E['response']>(endpoint.response, answer);
}

let count = 0;

/** Creates an invited account with these groups. */
async function invite(groups: readonly string[] = ['nurses']) {
  count += 1;
  const body = { username: `person-${count}`, displayName: `Person ${count}`, groups };
  const { account, link } = await call(accountEndpoints.inviteAccount, administrator, { body });
  return { account, link: link.url, username: body.username };
}

const secretOf = (link: string) => new URL(link).hash.slice(1);

/** Submits a form to the page behind a link. The secret alone opens the page. */
async function submitLink(secret: string, fields: Readonly<Record<string, string>> = {}) {
  const body = new URLSearchParams({ secret, ...fields });
  const response = await createCookieBrowser().visit(`${app.url}/idp/password`, { method: 'POST', body });
  return { status: response.status, html: await response.text() };
}

const setPassword = (link: string, fields: Readonly<Record<string, string>> = {}) =>
  submitLink(secretOf(link), { password: newPassword, repeated: newPassword, ...fields });

async function joined(groups?: readonly string[]) {
  const { account, link, username } = await invite(groups);
  expect((await setPassword(link)).status).toBe(200);
  return { account, username, signedIn: await signIn(app.url, username, newPassword) };
}

const statusOf = async (token: string) =>
  (await fetch(`${app.url}/api/clients`, { headers: { authorization: `Bearer ${token}` } })).status;

test('an invited person sets a password with the link, once, and signs in', async () => {
  const { account, link, username } = await invite();
  expect([account.state, link]).toEqual(['invited', `${app.url}/idp/password#${secretOf(link)}`]);
  await expect(signIn(app.url, username, '')).rejects.toThrow('422');
  await expect(signIn(app.url, username, newPassword)).rejects.toThrow('403');
  expect((await submitLink(secretOf(link))).html).toContain(`value="${username}"`);
  expect((await setPassword(link)).status).toBe(200);
  expect((await setPassword(link)).status).toBe(410);
  expect((await submitLink(secretOf(link))).status).toBe(410);
  const { accessToken } = await signIn(app.url, username, newPassword);
  expect(await call(ownAccountEndpoints.getOwnAccount, accessToken)).toMatchObject({ username });
  const stored = JSON.stringify(await app.database.query.selectFrom('one_time_token').selectAll().execute());
  expect(stored).not.toContain(secretOf(link));
});

test.each([
  [{ password: 'short' }, 'Use at least 12 characters.'],
  [{ repeated: 'another password' }, 'The two passwords differ.'],
])('submitting a password link with the wrong fields %j does not use it up', async (fields, text) => {
  const { link } = await invite();
  const { status, html } = await setPassword(link, fields);
  expect(status).toBe(422);
  expect(html).toContain(text);
  expect((await setPassword(link)).status).toBe(200);
});

test('a link for a new password ends the sessions when it is used, and not before', async () => {
  const { account, username, signedIn } = await joined();
  const { url } = await call(accountEndpoints.createAccountLink, administrator, { params: { id: account.uuid } });
  expect(await statusOf(signedIn.accessToken)).toBe(200);
  const password = 'another quiet night';
  expect((await setPassword(url, { password, repeated: password })).status).toBe(200);
  expect(await statusOf(signedIn.accessToken)).toBe(401);
  expect((await signIn(app.url, username, password)).accessToken).toContain('.');
});

test('a disabled account has no session, live connection, renewal or sign-in until it is enabled', async () => {
  const { account, username, signedIn } = await joined(['administrators']);
  const { url } = await call(accountEndpoints.createAccountLink, administrator, { params: { id: account.uuid } });
  const reader = await readEvents(app.url, ward, signedIn.accessToken);
  await call(accountEndpoints.disableAccount, administrator, { params: { id: account.uuid } });
  expect(await statusOf(signedIn.accessToken)).toBe(401);
  expect(await reader.ended).toBe('by the server');
  expect((await renew(app.url, signedIn.refreshToken)).status).toBe(400);
  await expect(signIn(app.url, username, newPassword)).rejects.toThrow('403');
  expect((await setPassword(url)).status).toBe(410);
  const link = await send(accountEndpoints.createAccountLink, administrator, { params: { id: account.uuid } });
  expect(link.status).toBe(409);
  await call(accountEndpoints.enableAccount, administrator, { params: { id: account.uuid } });
  expect((await signIn(app.url, username, newPassword)).accessToken).toContain('.');
  expect((await setPassword(url)).status, 'a link from before').toBe(410);
});

test('a session that was saved while its account was disabled gets no new tokens', async () => {
  const { account, signedIn } = await joined();
  const { query } = app.database;
  await query.updateTable('account').set({ disabled_at: 0 }).where('subject', '=', account.uuid).execute();
  expect((await renew(app.url, signedIn.refreshToken)).status).toBe(400);
});

test('changed groups of an account apply to its open session', async () => {
  const { account, signedIn } = await joined(['a group without rights']);
  const clientsOf = async () => {
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    return (await fetch(`${app.url}/api/clients`, { headers })).text();
  };
  expect(await clientsOf()).toBe('{"items":[]}');
  const { items } = await call(accountEndpoints.listAccounts, administrator);
  const { version, displayName } = items.find(({ uuid }) => uuid === account.uuid) ?? account;
  const body = { version, displayName, groups: ['administrators'] };
  await call(accountEndpoints.changeAccount, administrator, { params: { id: account.uuid }, body });
  await expect.poll(clientsOf).toContain('uuid');
});

test('an account whose username differs from that of another account only in case is refused', async () => {
  const { username } = await invite();
  const body = { username: username.toUpperCase(), displayName: 'Other', groups: [] };
  const { status, answer } = await send(accountEndpoints.inviteAccount, administrator, { body });
  expect([status, answer]).toMatchObject([422, { errors: [{ field: 'username' }] }]);
});

test('an account whose username looks like that of another account is refused', async () => {
  for (const username of ['adm\u0456n', '\uFF41dmin']) {
    const body = { username, displayName: 'Other', groups: [] };
    const { status, answer } = await send(accountEndpoints.inviteAccount, administrator, { body });
    expect([status, answer]).toMatchObject([422, { errors: [{ field: 'username', code: 'username-letters' }] }]);
  }
});

test('the last administrator can be neither disabled, removed nor stripped of the rights', async () => {
  const { items } = await call(accountEndpoints.listAccounts, administrator);
  const own = items.find(({ username }) => username === 'admin');
  const { items: groups } = await call(groupEndpoints.listGroups, administrator);
  const group = groups.find(({ name }) => name === 'administrators');
  // Disables the accounts of all other administrators, so that `admin` is the last one.
  for (const other of items.filter(
    ({ uuid, groups: names }) => uuid !== own?.uuid && names.includes('administrators'),
  )) {
    await call(accountEndpoints.disableAccount, administrator, { params: { id: other.uuid } });
  }
  // An invited administrator cannot sign in yet, so `admin` stays the last one.
  await invite(['administrators']);
  const params = { id: own?.uuid ?? '' };
  const { version = '', displayName = '' } = own ?? {};
  const attempts = [
    send(accountEndpoints.disableAccount, administrator, { params }),
    send(accountEndpoints.removeAccount, administrator, { params }),
    send(accountEndpoints.changeAccount, administrator, { params, body: { version, displayName, groups: [] } }),
    send(groupEndpoints.changeGroup, administrator, {
      body: { name: 'administrators', version: group?.version ?? null, rights: [] },
    }),
  ];
  for (const { status, answer } of await Promise.all(attempts)) {
    expect([status, answer]).toMatchObject([409, { reason: 'last-administrator' }]);
  }
  expect(await statusOf(administrator)).toBe(200);
});

test('of two administrators who disable each other at once, one stays enabled', async () => {
  const other = await joined(['administrators']);
  const { items } = await call(accountEndpoints.listAccounts, administrator);
  const own = items.find(({ username }) => username === 'admin');
  const disable = (id: string, token: string) => send(accountEndpoints.disableAccount, token, { params: { id } });
  const responses = await Promise.all([
    disable(other.account.uuid, administrator),
    disable(own?.uuid ?? '', other.signedIn.accessToken),
  ]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const { query } = app.database;
  const enabled = query.selectFrom('account').select('username').where('disabled_at', 'is', null);
  expect((await enabled.execute()).filter(({ username }) => ['admin', other.username].includes(username))).toHaveLength(
    1,
  );
  await query.updateTable('account').set({ disabled_at: null }).where('username', '=', 'admin').execute();
  administrator = (await signIn(app.url, 'admin', demoPassword)).accessToken;
});

test('a user who changes the own password needs the present password, keeps this session and loses all other sessions', async () => {
  const { username, signedIn } = await joined();
  const other = await signIn(app.url, username, newPassword);
  const change = (password: string) =>
    send(ownAccountEndpoints.changeOwnPassword, signedIn.accessToken, {
      body: { password, newPassword: 'my own new password' },
    });
  expect(await change('wrong')).toMatchObject({ status: 422, answer: { reason: 'wrong-password' } });
  expect(await change(newPassword)).toEqual({ status: 200, answer: null });
  expect(await statusOf(signedIn.accessToken)).toBe(200);
  expect((await renew(app.url, signedIn.refreshToken)).status).toBe(200);
  expect(await statusOf(other.accessToken)).toBe(401);
  await expect(signIn(app.url, username, newPassword)).rejects.toThrow('403');
  expect((await signIn(app.url, username, 'my own new password')).accessToken).toContain('.');
});

test('an unused link for a new password ends when the user changes the own password', async () => {
  const { account, signedIn } = await joined();
  const link = await call(accountEndpoints.createAccountLink, administrator, { params: { id: account.uuid } });
  const body = { password: newPassword, newPassword: 'my own new password' };
  expect((await send(ownAccountEndpoints.changeOwnPassword, signedIn.accessToken, { body })).status).toBe(200);
  expect((await setPassword(link.url)).status).toBe(410);
});

test('a user who enters a wrong present password for the sixth time in a session gets 429', async () => {
  const { signedIn } = await joined();
  const body = { password: 'wrong', newPassword };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await send(ownAccountEndpoints.changeOwnPassword, signedIn.accessToken, { body })).status);
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
});

test('every change of people and rights is in the audit log, without secrets', async () => {
  const { account, link } = await invite();
  await setPassword(link);
  await call(accountEndpoints.disableAccount, administrator, { params: { id: account.uuid } });
  const { status } = await send(accountEndpoints.removeAccount, administrator, { params: { id: account.uuid } });
  expect(status).toBe(200);
  const events = await app.database.query
    .selectFrom('audit_event')
    .selectAll()
    .where('object_id', '=', account.uuid)
    .orderBy('sequence')
    .execute();
  expect(events.map(({ action }) => action)).toEqual([
    'account.add',
    'account.change-password',
    'account.disable',
    'account.remove',
  ]);
  expect(JSON.stringify(events)).not.toContain(secretOf(link));
});
