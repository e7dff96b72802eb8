/** Administrators manage accounts and rights by the API of the running server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addressOf, type Endpoint } from '../../src/contract/endpoint.ts';
import { groupEndpoints } from '../../src/contract/manage/groups.ts';
import { accountEndpoints } from '../../src/contract/manage/people.ts';
import { ownAccountEndpoints } from '../../src/contract/own-account.ts';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { readEvents } from '../support/event-reader.ts';
import { createCookieBrowser } from '../support/identity/cookie-browser.ts';
import { openForm, renew, signIn, submitForm } from '../support/identity/sign-in.ts';
import { createSoftwarePasskey } from '../support/identity/software-passkey.ts';

const demoPassword = 'room-status';
const newPassword = 'a quiet night in the harbour';
const ward = readDemoHome().wards[0]?.uuid ?? '';

let app: TestApp;
let origin: string;
let administrator: string;
beforeAll(async () => {
  app = await startTestApp();
  origin = app.url;
  administrator = (await signIn(app.url, 'admin', demoPassword)).accessToken;
});
afterAll(() => app.close());

type Values = Parameters<typeof addressOf>[1] & { readonly body?: unknown };

async function send(endpoint: Endpoint, token: string, { body, ...values }: Values = {}) {
  const response = await fetch(`${app.url}/api${addressOf(endpoint, values)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

/** Expects 200 and returns the answer. */
async function call<E extends Endpoint>(endpoint: E, token: string, values: Values = {}) {
  const { status, answer } = await send(endpoint, token, values);
  expect(answer).toEqual(expect.anything());
  expect(status, JSON.stringify(answer)).toBe(200);
  return z.parse<E['response']>(endpoint.response, answer);
}

let count = 0;

/** Invites somebody into these groups. */
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
  const answer = await createCookieBrowser().visit(`${app.url}/idp/password`, { method: 'POST', body });
  return { status: answer.status, html: await answer.text() };
}

const setPassword = (link: string, fields: Readonly<Record<string, string>> = {}) =>
  submitLink(secretOf(link), { name: 'Nora Lind', password: newPassword, repeated: newPassword, ...fields });

async function joined(groups?: readonly string[]) {
  const { account, link, username } = await invite(groups);
  expect((await setPassword(link)).status).toBe(200);
  return { account, username, signedIn: await signIn(app.url, username, newPassword) };
}

const statusOf = async (token: string) =>
  (await fetch(`${app.url}/api/clients`, { headers: { authorization: `Bearer ${token}` } })).status;

test('an invited person sets name and password with the link, once, and signs in', async () => {
  const { account, link, username } = await invite();
  expect([account.state, link]).toEqual(['invited', `${app.url}/idp/password#${secretOf(link)}`]);
  await expect(signIn(app.url, username, '')).rejects.toThrow('422');
  await expect(signIn(app.url, username, newPassword)).rejects.toThrow('403');
  expect((await submitLink(secretOf(link))).html).toContain(`value="${username}"`);
  expect(await setPassword(link, { name: '<b>Nóra</b> 🌙' })).toMatchObject({ status: 200 });
  expect((await setPassword(link)).status).toBe(410);
  expect((await submitLink(secretOf(link))).status).toBe(410);
  const { accessToken } = await signIn(app.url, username, newPassword);
  expect(await call(ownAccountEndpoints.getOwnAccount, accessToken)).toMatchObject({ displayName: '<b>Nóra</b> 🌙' });
  const stored = JSON.stringify(await app.database.query.selectFrom('one_time_token').selectAll().execute());
  expect(stored).not.toContain(secretOf(link));
});

test.each([
  [{ name: ' ' }, 'Enter your name.'],
  [{ password: 'short' }, 'Use at least 12 characters.'],
  [{ repeated: 'another password' }, 'The two passwords differ.'],
])('a link with the wrong fields %j is not used up', async (fields, text) => {
  const { link } = await invite();
  const { status, html } = await setPassword(link, fields);
  expect(status).toBe(422);
  expect(html).toContain(text);
  expect((await setPassword(link)).status).toBe(200);
});

test('an unknown link, and one that was replaced by a newer one, are refused', async () => {
  const { account, link } = await invite();
  expect((await submitLink('x'.repeat(43))).status).toBe(410);
  const newer = await call(accountEndpoints.createAccountLink, administrator, { params: { id: account.uuid } });
  expect((await setPassword(link)).status).toBe(410);
  expect((await setPassword(newer.url)).status).toBe(200);
});

test('a link for a new password ends the sessions and the passkeys when it is used, and not before', async () => {
  const { account, username, signedIn } = await joined();
  const { url } = await call(accountEndpoints.createAccountLink, administrator, { params: { id: account.uuid } });
  expect(await statusOf(signedIn.accessToken)).toBe(200);
  const row = { id: `k-${count}`, subject: account.uuid, name: 'k', public_key: '', counter: 0, created_at: 0 };
  await app.database.query
    .insertInto('passkey')
    .values({ ...row, last_used_at: null })
    .execute();
  const password = 'another quiet night';
  expect((await setPassword(url, { password, repeated: password })).status).toBe(200);
  expect(await statusOf(signedIn.accessToken)).toBe(401);
  expect((await signIn(app.url, username, password)).accessToken).toContain('.');
  const { items } = await call(accountEndpoints.listAccounts, administrator);
  expect(items.find(({ uuid }) => uuid === account.uuid)).toMatchObject({ passkeyCount: 0, displayName: 'Nora Lind' });
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

test('of two changes of the same account, the later one is refused with the present state', async () => {
  const { account } = await invite();
  const change = (displayName: string) =>
    send(accountEndpoints.changeAccount, administrator, {
      params: { id: account.uuid },
      body: { version: account.version, displayName, groups: account.groups },
    });
  expect((await change('First')).status).toBe(200);
  expect(await change('Second')).toMatchObject({ status: 409, answer: { current: { displayName: 'First' } } });
});

test('an e-mail address with a control character is refused, because PostgreSQL cannot store it', async () => {
  const body = { username: 'nul', displayName: 'Nora', email: 'a\0@b', groups: [] };
  expect((await send(accountEndpoints.inviteAccount, administrator, { body })).status).toBe(422);
});

test('a username is used once, and two accounts differ in more than case', async () => {
  const { username } = await invite();
  const body = { username: username.toUpperCase(), displayName: 'Other', groups: [] };
  const { status, answer } = await send(accountEndpoints.inviteAccount, administrator, { body });
  expect([status, answer]).toMatchObject([422, { errors: [{ field: 'username' }] }]);
});

test('the last administrator can be neither disabled, removed nor stripped of the rights', async () => {
  const { items } = await call(accountEndpoints.listAccounts, administrator);
  const own = items.find(({ username }) => username === 'admin');
  const { items: groups } = await call(groupEndpoints.listGroups, administrator);
  const group = groups.find(({ name }) => name === 'administrators');
  // Others who hold the role leave first, so that `admin` is the last one.
  for (const other of items.filter(
    ({ uuid, groups: names }) => uuid !== own?.uuid && names.includes('administrators'),
  )) {
    await call(accountEndpoints.disableAccount, administrator, { params: { id: other.uuid } });
  }
  // An invited person cannot sign in yet.
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

test('of two administrators who disable each other at once, one stays', async () => {
  const other = await joined(['administrators']);
  const { items } = await call(accountEndpoints.listAccounts, administrator);
  const own = items.find(({ username }) => username === 'admin');
  const disable = (id: string, token: string) => send(accountEndpoints.disableAccount, token, { params: { id } });
  const answers = await Promise.all([
    disable(other.account.uuid, administrator),
    disable(own?.uuid ?? '', other.signedIn.accessToken),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { query } = app.database;
  const enabled = query.selectFrom('account').select('username').where('disabled_at', 'is', null);
  expect((await enabled.execute()).filter(({ username }) => ['admin', other.username].includes(username))).toHaveLength(
    1,
  );
  await query.updateTable('account').set({ disabled_at: null }).where('username', '=', 'admin').execute();
  administrator = (await signIn(app.url, 'admin', demoPassword)).accessToken;
});

test('managers, nurses and administrators of one client manage neither people nor rights', async () => {
  const client = readDemoHome().clients[0]?.uuid ?? '';
  const rights = [{ role: 'administrator', scope: { kind: 'client', uuid: client } }];
  await call(groupEndpoints.changeGroup, administrator, { body: { name: 'client-it', version: null, rights } });
  const clientAdministrator = (await joined(['client-it'])).signedIn.accessToken;
  const others = await Promise.all(['nurse', 'manager'].map((name) => signIn(app.url, name, demoPassword)));
  const everyone = [clientAdministrator, ...others.map(({ accessToken }) => accessToken)];
  const params = { id: crypto.randomUUID() };
  const bodies = [
    [accountEndpoints.inviteAccount, { username: 'x', displayName: 'x', groups: ['administrators'] }],
    [accountEndpoints.changeAccount, { version: 'x', displayName: 'x', groups: ['administrators'] }],
    [groupEndpoints.changeGroup, { name: 'client-it', version: null, rights: [] }],
    [groupEndpoints.previewRights, { groups: [] }],
  ] as const;
  for (const token of everyone) {
    for (const endpoint of Object.values<Endpoint>({ ...accountEndpoints, ...groupEndpoints })) {
      const body = bodies.find(([one]) => one === endpoint)?.[1];
      expect((await send(endpoint, token, { params, body })).status, endpoint.path).toBe(403);
    }
  }
});

test('a preview counts the rooms that a group sees, also with rights that are not stored', async () => {
  const body = { rights: [{ role: 'ward-nurse', scope: { kind: 'ward', uuid: ward } }] };
  const preview = await call(groupEndpoints.previewRights, administrator, { body });
  const rooms = readDemoHome().rooms.filter(({ wardUUID, status }) => wardUUID === ward && status === 'ACTIVE');
  expect(preview).toMatchObject({ roles: ['ward-nurse'], roomCount: rooms.length });
  expect(preview.clients.flatMap(({ locations }) => locations.flatMap(({ wards }) => wards))).toHaveLength(1);
  const none = await call(groupEndpoints.previewRights, administrator, { body: { groups: ['nobody'] } });
  expect(none).toEqual({ roles: [], roomCount: 0, clients: [] });
});

test('a new own password needs the present one, keeps this session and ends the others', async () => {
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

test('a new own password ends a link for a new password that was not used', async () => {
  const { account, signedIn } = await joined();
  const link = await call(accountEndpoints.createAccountLink, administrator, { params: { id: account.uuid } });
  const body = { password: newPassword, newPassword: 'my own new password' };
  expect((await send(ownAccountEndpoints.changeOwnPassword, signedIn.accessToken, { body })).status).toBe(200);
  expect((await setPassword(link.url)).status).toBe(410);
});

test('six wrong present passwords in a session are answered with 429', async () => {
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
  await setPassword(link, { name: 'Name of her own' });
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
    'account.change',
    'account.disable',
    'account.remove',
  ]);
  expect(events[2]?.old_values).toContain(account.displayName);
  expect(events[2]?.new_values).toContain('Name of her own');
  expect(JSON.stringify(events)).not.toContain(secretOf(link));
});

async function challengeOf(token: string, password = newPassword): Promise<string> {
  const answer = await call(ownAccountEndpoints.startPasskey, token, { body: { password } });
  return answer.challenge;
}

/** Somebody with a passkey. */
async function joinedWithPasskey() {
  const person = await joined();
  const passkey = createSoftwarePasskey('localhost');
  const { accessToken } = person.signedIn;
  const credential = passkey.create({ challenge: await challengeOf(accessToken), origin });
  const added = await send(ownAccountEndpoints.addPasskey, accessToken, { body: { name: 'My phone', credential } });
  expect(added).toEqual({ status: 200, answer: null });
  return { ...person, passkey };
}

async function openPasskeyForm() {
  const form = await openForm(app.url);
  const challenge = /data-challenge="([^"]+)"/.exec(form.html)?.[1] ?? '';
  return { form, challenge };
}

test('a person adds a passkey with the password, and signs in with it instead of the password', async () => {
  const { account, passkey, signedIn } = await joinedWithPasskey();
  const { form, challenge } = await openPasskeyForm();
  const answer = JSON.stringify(passkey.answer({ challenge, origin }, account.uuid));
  expect((await submitForm(form, { passkey: answer })).location).toContain('/callback?code=');
  const { passkeys } = await call(ownAccountEndpoints.getOwnAccount, signedIn.accessToken);
  expect(passkeys).toMatchObject([{ id: passkey.id, name: 'My phone' }]);
  expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  expect((await submitForm(form, { passkey: answer })).location).toBeNull();
});

test('a passkey is refused with another challenge, site, account or without a fingerprint or PIN, and after its removal', async () => {
  const { account, passkey, signedIn } = await joinedWithPasskey();
  const unknown = createSoftwarePasskey('localhost');
  const { form, challenge } = await openPasskeyForm();
  const good = { challenge, origin };
  const attempts = [
    passkey.answer({ ...good, challenge: (await openPasskeyForm()).challenge }, account.uuid),
    passkey.answer({ ...good, origin: 'http://localhost:1' }, account.uuid),
    passkey.answer(good, crypto.randomUUID()),
    passkey.answer({ ...good, isVerified: false }, account.uuid),
    unknown.answer(good, account.uuid),
    { ...unknown.answer(good, account.uuid), id: passkey.id, rawId: passkey.id },
  ];
  for (const [index, attempt] of [...attempts, 'no JSON', {}].entries()) {
    const { status, html } = await submitForm(form, { passkey: JSON.stringify(attempt) });
    expect([status, html.includes('This passkey is not known here.')], `attempt ${index}`).toEqual([403, true]);
  }
  const removed = await send(ownAccountEndpoints.removePasskey, signedIn.accessToken, { params: { id: passkey.id } });
  expect(removed.status).toBe(200);
  const answer = JSON.stringify(passkey.answer(good, account.uuid));
  expect((await submitForm(form, { passkey: answer })).status).toBe(403);
});

test('a copy of a passkey, whose count of signatures is behind, and a passkey of a disabled account are refused', async () => {
  const { account, passkey } = await joinedWithPasskey();
  const answerNow = async () => {
    const { form, challenge } = await openPasskeyForm();
    return submitForm(form, { passkey: JSON.stringify(passkey.answer({ challenge, origin }, account.uuid)) });
  };
  expect((await answerNow()).location).not.toBeNull();
  passkey.rewind();
  expect((await answerNow()).status).toBe(403);
  await answerNow();
  await answerNow();
  expect((await answerNow()).location).not.toBeNull();
  await call(accountEndpoints.disableAccount, administrator, { params: { id: account.uuid } });
  expect((await answerNow()).status).toBe(403);
});

test('a new passkey needs the password, and an answer to a challenge of the same account', async () => {
  const [nora, other] = [await joined(), await joined()];
  const wrong = await send(ownAccountEndpoints.startPasskey, nora.signedIn.accessToken, { body: { password: 'no' } });
  expect(wrong).toMatchObject({ status: 422, answer: { reason: 'wrong-password' } });
  const add = (challenge: string, isVerified = true) => {
    const credential = createSoftwarePasskey('localhost').create({ challenge, origin, isVerified });
    const body = { name: 'My phone', credential };
    return send(ownAccountEndpoints.addPasskey, nora.signedIn.accessToken, { body });
  };
  expect((await add('x'.repeat(43))).status).toBe(422);
  expect((await add(await challengeOf(other.signedIn.accessToken))).status).toBe(422);
  const challengeOfNora = await challengeOf(nora.signedIn.accessToken);
  expect((await add(challengeOfNora, false)).status).toBe(422);
  expect((await add(challengeOfNora)).status, 'a refused answer has used up the challenge').toBe(422);
  const challenge = await challengeOf(nora.signedIn.accessToken);
  expect((await submitLink(challenge)).status).toBe(410);
  expect([(await add(challenge)).status, (await add(challenge)).status]).toEqual([200, 422]);
});

test('the sign-in page runs one script, and only when somebody has a passkey', async () => {
  await app.database.query.deleteFrom('passkey').execute();
  const policyOf = async () => {
    const form = await openForm(app.url);
    const answer = await form.browser.visit(form.formUrl);
    return { policy: answer.headers.get('content-security-policy') ?? '', html: await answer.text() };
  };
  const without = await policyOf();
  expect(without.policy).not.toContain('script-src');
  expect(without.html).not.toContain('<script');
  await joinedWithPasskey();
  const { policy, html } = await policyOf();
  expect(policy).toContain(`script-src ${app.url}/idp/assets/passkey.mjs`);
  expect(html.match(/<script/g)).toHaveLength(1);
});
