/** Every end of a session ends all of its access tokens and their live connections within seconds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { findAccountByName } from '../../src/server/people/accounts/accounts.ts';
import { ensureAccount } from '../../src/server/people/accounts/add-account.ts';
import { disableAccount, removeAccount } from '../../src/server/people/accounts/change-account.ts';
import { runDone } from '../support/app/run-command.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { readEvents } from '../support/event-reader.ts';
import {
  openForm,
  redeem,
  renew,
  type SignedIn,
  signIn,
  signOutUrl,
  submitForm,
  tokensOf,
} from '../support/identity/sign-in.ts';

const password = 'room-status';
const adminPassword = 'a password of 12 characters or more';
const ward = readDemoHome().wards[0]?.uuid ?? '';
const withinMs = 8_000;

let app: TestApp;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await startTestApp({ lifetimes: { refreshGraceSeconds: 0 } });
  settings = { LOG_LEVEL: 'silent', ...app.settings };
});
afterAll(() => app.close());

const statusOf = async (accessToken: string) =>
  (await fetch(`${app.url}/api/clients`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

async function changeAdmin(change: typeof removeAccount): Promise<void> {
  const admin = await findAccountByName(app.database, 'admin');
  if (admin !== undefined) await change(app.database, admin);
}

interface Session {
  readonly first: SignedIn;
  readonly second: SignedIn;
}

/** Signs in, and renews the tokens so that the session has two access tokens. */
async function signInTwice(username: string, secret: string): Promise<Session> {
  const first = await signIn(app.url, username, secret);
  return { first, second: { ...(await tokensOf(await renew(app.url, first.refreshToken))), browser: first.browser } };
}

const post = (path: string, accessToken: string) =>
  fetch(`${app.url}/api${path}`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });

const ways: readonly (readonly [string, (session: Session) => Promise<unknown>])[] = [
  ['a logout with one of its tokens', ({ first }) => post('/logout', first.accessToken)],
  ['a sign-out at the provider', ({ first }) => first.browser.visit(signOutUrl(app.url, first.idToken))],
  ['a refresh token that is used again', ({ first }) => renew(app.url, first.refreshToken)],
  ['a new password', () => runDone(settings, ['account', 'password', 'admin', '--demo'], `${adminPassword} too\n`)],
  ['a disabled account', () => changeAdmin(disableAccount)],
  ['the removal of the account', () => changeAdmin(removeAccount)],
];

test.each(ways)('%s ends all tokens of the session and its live connections, and no other session', async (_, end) => {
  await changeAdmin(removeAccount);
  await ensureAccount(app.database, {
    username: 'admin',
    displayName: 'Admin',
    email: '',
    groups: ['administrators'],
    password: adminPassword,
  });
  const session = await signInTwice('admin', adminPassword);
  const other = await signIn(app.url, 'nurse', password);
  const tokens = [session.first, session.second].map(({ accessToken }) => accessToken);
  expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200]);
  const reader = await readEvents(app.url, ward, session.second.accessToken);

  await end(session);
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
  const start = performance.now();
  expect(await reader.ended).toBe('by the server');
  expect(performance.now() - start).toBeLessThan(withinMs);
  expect((await renew(app.url, session.second.refreshToken)).status).toBe(400);
  expect(await statusOf(other.accessToken)).toBe(200);
});

test('the tokens of an authorization code end when the code is used a second time', async () => {
  const form = await submitForm(await openForm(app.url), { username: 'nurse', password });
  const { accessToken, refreshToken } = await redeem(form);
  expect(await statusOf(accessToken)).toBe(200);
  await expect(redeem(form)).rejects.toThrow('status 400');
  expect(await statusOf(accessToken)).toBe(401);
  expect((await renew(app.url, refreshToken)).status).toBe(400);
});

test('a logout at the API ends the provider session, so that the user must sign in again in this browser', async () => {
  const { accessToken, browser } = await signIn(app.url, 'nurse', password);
  await post('/logout', accessToken);
  const { location, html } = await openForm(app.url, { browser });
  expect([location, html.includes('<h1>Log in</h1>')]).toEqual([null, true]);
});
