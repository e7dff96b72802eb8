/** The state of an open sign-in form is stored by the browser, not by the server, because anybody can open a form. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAccountByName } from '../../src/server/people/accounts/accounts.ts';
import { ensureAccount } from '../../src/server/people/accounts/add-account.ts';
import { setPassword } from '../../src/server/people/accounts/change-account.ts';
import { hashPassword } from '../../src/server/people/accounts/password-hash.ts';
import { type CookieBrowser, createCookieBrowser } from '../support/identity/cookie-browser.ts';
import { authorizationRequest, openForm, redeem, signIn, submitForm } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

const hourMs = 60 * 60_000;

let started: StartedProvider;
let time: number;

beforeEach(async () => {
  time = Date.now();
  started = await startIdentityProvider({ now: () => time });
});
afterEach(() => started.close());

const storedRecords = () => started.database.query.selectFrom('identity_record').select('model').execute();

function requestUrl(parameters: Readonly<Record<string, string>>): string {
  return `${started.url}/idp/auth?${authorizationRequest('room-status-web', `${started.url}/callback`, parameters).query}`;
}

/** Copies the cookies of a response into another browser. */
function keepCookies(browser: CookieBrowser, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    browser.setCookie(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
}

test('sign-in forms that nobody completes leave no rows in the database', async () => {
  const browser = createCookieBrowser();
  for (let count = 0; count < 50; count += 1) {
    const form = await openForm(started.url, { browser, parameters: { login_hint: 'x'.repeat(1_000) } });
    expect(form.status).toBe(200);
    expect((await submitForm(form, { username: 'nurse', password: '' })).status).toBe(422);
  }
  expect(await storedRecords()).toEqual([]);
});

test.each([
  [{ login_hint: 'é'.repeat(1_024) }, 'the parameters are longer than 2048 bytes'],
  [{ state: 'x'.repeat(1_000), nonce: 'y'.repeat(1_000) }, 'the parameters are longer than 2048 bytes'],
])(
  'a sign-in request with too long parameters is refused with 400 and a page that names the limit (%#)',
  async (parameters, words) => {
    const response = await fetch(requestUrl(parameters), { redirect: 'manual' });
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
    const page = await response.text();
    expect(page).toContain('<h1>Login failed</h1>');
    expect(page).toContain(words);
  },
);

test('a browser keeps the cookie of the longest accepted sign-in request', async () => {
  const parameters = { state: '\\'.repeat(1_000), login_hint: 'é'.repeat(250) };
  const response = await fetch(requestUrl(parameters), { redirect: 'manual' });
  expect(response.status).toBe(303);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  expect(Math.max(...cookies.map(({ length }) => length))).toBeLessThanOrEqual(4_096);
});

test.each([
  ['a form that was left open for eleven hours still signs in, also after a restart of the server', 11, 303],
  ['a form that was left open for thirteen hours leads back to the login page', 13, 400],
])('%s', async (_what, hours, status) => {
  const form = await openForm(started.url);
  time += hours * hourMs;
  await started.restart();
  const response = await form.browser.visit(form.formUrl, { method: 'POST', body: new URLSearchParams(nurse) });
  expect(response.status).toBe(status);
  const page = await response.text();
  if (status === 400) expect(page).toContain(`href="${started.url}/login"`);
});

test('a sign-in form that is submitted twice by a double click signs in once', async () => {
  const form = await openForm(started.url);
  // After a double click the browser drops the first response and follows the second.
  const submit = () => form.browser.visit(form.formUrl, { method: 'POST', body: new URLSearchParams(nurse) });
  const responses = await Promise.all([submit(), submit()]);
  expect(responses.map(({ status }) => status)).toEqual([303, 303]);
  const resumeUrl = responses[1]?.headers.get('location') ?? '';
  const resumed = await form.browser.visit(resumeUrl);
  await redeem({ ...form, location: resumed.headers.get('location') });
  const sessions = (await storedRecords()).filter(({ model }) => model === 'Session');
  expect(sessions).toHaveLength(1);
});

test('copied cookies of a sign-in form cannot be used after the form was submitted', async () => {
  const first = createCookieBrowser();
  const kept = createCookieBrowser();
  const opened = await first.visit(requestUrl({}));
  keepCookies(kept, opened);
  const formUrl = new URL(opened.headers.get('location') ?? '', started.url).href;
  const body = () => ({ method: 'POST', body: new URLSearchParams(nurse) });
  const { response } = await first.follow(formUrl, body());
  expect(response.headers.get('location')).toContain('/callback?code=');
  const again = await kept.visit(formUrl, body());
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('This login page is too old')]);
});

test('a browser with an ended session stores no rows for the sign-in forms that it opens', async () => {
  const { browser } = await signIn(started.url, nurse.username, nurse.password);
  await started.database.query.deleteFrom('identity_record').execute();
  const oldCookies = createCookieBrowser();
  for (const name of ['room-status-session', 'room-status-session.sig']) {
    oldCookies.setCookie(name, browser.cookie(name) ?? '');
  }
  for (let count = 0; count < 5; count += 1) expect((await oldCookies.visit(requestUrl({}))).status).toBe(303);
  expect(await storedRecords()).toEqual([]);
  const { accessToken } = await signIn(started.url, nurse.username, nurse.password, browser);
  expect(accessToken).toContain('.');
});

test('a submitted sign-in form cannot be used again after a password change', async () => {
  const first = createCookieBrowser();
  const kept = createCookieBrowser();
  const opened = await first.visit(requestUrl({}));
  keepCookies(kept, opened);
  const formUrl = new URL(opened.headers.get('location') ?? '', started.url).href;
  const body = () => ({ method: 'POST', body: new URLSearchParams(nurse) });
  await first.follow(formUrl, body());
  const account = await findAccountByName(started.database, nurse.username);
  if (account === undefined) throw new Error('there is no account');
  await setPassword(started.database, account, { passwordHash: await hashPassword(nurse.password) });
  expect((await kept.visit(formUrl, body())).status).toBe(400);
});

test('a sign-in form with a changed cookie is refused', async () => {
  const form = await openForm(started.url);
  const changed = createCookieBrowser();
  changed.setCookie('room-status-open-sign-in', Buffer.from('{"uid":"x"}').toString('base64url'));
  changed.setCookie('room-status-open-sign-in.sig', 'x'.repeat(27));
  expect((await changed.visit(form.formUrl)).status).toBe(400);
  expect(started.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a sign-in ends the session of another user who signed in in the same browser while the form was open', async () => {
  const manager = { username: 'manager', password: 'other' };
  const account = { ...manager, displayName: 'M', email: 'm@demo.example', groups: [] };
  await ensureAccount(started.database, account);
  const browser = createCookieBrowser();
  const form = await openForm(started.url, { browser });
  await signIn(started.url, nurse.username, nurse.password, browser);
  expect((await redeem(await submitForm(form, manager))).accessToken).toContain('.');
  expect((await storedRecords()).filter(({ model }) => model === 'Grant')).toHaveLength(1);
});
