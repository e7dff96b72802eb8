import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { languages } from '../../src/domain/language.ts';
import { pageWords } from '../../src/server/identity/provider/pages/page-words.ts';
import { findAccountByName } from '../../src/server/people/accounts/accounts.ts';
import { setPassword } from '../../src/server/people/accounts/change-account.ts';
import { hashPassword } from '../../src/server/people/accounts/password-hash.ts';
import type { CookieBrowser } from '../support/identity/cookie-browser.ts';
import { openForm, signIn, signOutUrl, submitForm } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

const demoAccounts = [{ username: 'nurse', password: 'room-status' }] as const;

let started: StartedProvider;
let time: number;
let address: string;

beforeEach(async () => {
  time = Date.now();
  address = '10.0.0.1';
  started = await startIdentityProvider({ now: () => time, demoAccounts, addressOf: () => address });
});
afterEach(() => started.close());

async function failFiveTimes(): Promise<void> {
  const form = await openForm(started.url);
  for (let count = 0; count < 5; count += 1) await submitForm(form, { username: 'nurse', password: 'wrong' });
}

test('after five wrong passwords even a sign-in with the correct password gets 429 for 30 s', async () => {
  await failFiveTimes();
  const form = await openForm(started.url, { parameters: { ui_locales: 'de' } });
  const response = await form.browser.visit(form.formUrl, { method: 'POST', body: new URLSearchParams(nurse) });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await response.text()).toContain('Zu viele Fehlversuche. Versuchen Sie es in 30 Sekunden noch einmal.');
  expect(started.logged.at(-1)).toMatchObject({ level: 'warn', message: 'too many failed sign-ins' });
  time += 30_000;
  expect((await signIn(started.url, nurse.username, nurse.password)).accessToken).toContain('.');
});

/** Signs the nurse in, so that the browser is known, and then out. */
async function knownBrowser(): Promise<CookieBrowser> {
  const { browser, idToken } = await signIn(started.url, nurse.username, nurse.password);
  await browser.visit(signOutUrl(started.url, idToken));
  return browser;
}

/** Returns the status of an attempt with the correct password. 303: signed in. */
async function statusOfSignIn(browser?: CookieBrowser): Promise<number> {
  const form = await openForm(started.url, { ...(browser && { browser }) });
  const response = await form.browser.visit(form.formUrl, { method: 'POST', body: new URLSearchParams(nurse) });
  await response.body?.cancel();
  return response.status;
}

async function failFromManyAddresses(): Promise<void> {
  const form = await openForm(started.url);
  for (let count = 0; count < 10; count += 1) {
    address = `10.0.1.${count}`;
    await submitForm(form, { username: 'nurse', password: 'wrong' });
  }
  address = '10.0.2.1';
}

test('wrong passwords from ten other addresses block an account, but not on a browser that has signed in to the account, even after a restart', async () => {
  const browser = await knownBrowser();
  await failFromManyAddresses();
  expect(await statusOfSignIn()).toBe(429);
  await started.restart();
  await failFromManyAddresses();
  expect(await statusOfSignIn()).toBe(429);
  expect(await statusOfSignIn(browser)).toBe(303);
});

test.each([
  ['a browser is still known 59 days after its sign-in', 59, 303],
  ['a browser is not known any more 61 days after its sign-in', 61, 429],
])('%s', async (_what, days, status) => {
  const browser = await knownBrowser();
  time += days * 24 * 60 * 60_000;
  await failFromManyAddresses();
  expect(await statusOfSignIn(browser)).toBe(status);
});

test('a browser is known only for the accounts that have signed in on it', async () => {
  const browser = await knownBrowser();
  const other = { ...(await started.database.query.selectFrom('account').selectAll().executeTakeFirstOrThrow()) };
  await started.database.query.updateTable('account').set({ username: 'nora' }).execute();
  await started.database.query
    .insertInto('account')
    .values({ ...other, subject: crypto.randomUUID() })
    .execute();
  await failFromManyAddresses();
  expect(await statusOfSignIn(browser)).toBe(429);
});

test('a new password makes the browsers of the account unknown', async () => {
  const browser = await knownBrowser();
  const account = await findAccountByName(started.database, nurse.username);
  if (account === undefined) throw new Error('there is no account');
  await setPassword(started.database, account, { passwordHash: await hashPassword(nurse.password) });
  await failFromManyAddresses();
  expect(await statusOfSignIn(browser)).toBe(429);
});

test('the cookie of a known browser is not stored in the database', async () => {
  const { browser } = await signIn(started.url, nurse.username, nurse.password);
  const form = await openForm(started.url, { browser, parameters: { prompt: 'login' } });
  const response = await browser.visit(form.formUrl, { method: 'POST', body: new URLSearchParams(nurse) });
  const cookie = response.headers.getSetCookie().find((header) => header.startsWith('room-status-device='));
  expect(cookie).toMatch(/^room-status-device=[\w-]{43}; Path=\/idp; Max-Age=5184000; HttpOnly; SameSite=Lax$/);
  const stored = await started.database.query.selectFrom('known_device').selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(cookie?.slice(19, 62));
});

test('in a flood of 40 sign-in attempts most get 503, and a known browser signs in before the last waiting attempt gets its response', async () => {
  const browser = await knownBrowser();
  const form = await openForm(started.url);
  const finished: number[] = [];
  const flood = Array.from({ length: 40 }, async (_none, index) => {
    // The attempts come from one address with different usernames, because the server reads the address during the
    // request.
    const body = new URLSearchParams({ username: `name ${index}`, password: 'guess' });
    const response = await form.browser.visit(form.formUrl, { method: 'POST', body });
    finished.push(response.status);
    return { response, text: await response.text() };
  });
  await expect.poll(() => finished.length).toBeGreaterThan(20);
  expect(await statusOfSignIn(browser)).toBe(303);
  expect(finished.length, 'attempts that were answered before the nurse').toBeLessThan(40);
  const responses = await Promise.all(flood);
  const refused = responses.filter(({ response }) => response.status === 503);
  expect(refused.length).toBeGreaterThanOrEqual(40 - 11 - 1);
  expect(refused[0]?.response.headers.get('retry-after')).toBe('5');
  expect(refused[0]?.text).toContain('Too many people are logging in right now. Try again in 5 seconds.');
});

test('a failed sign-in logs the username only if the account exists, because users type passwords into that field', async () => {
  const form = await openForm(started.url);
  await submitForm(form, { username: 'my secret password', password: 'x' });
  expect(JSON.stringify(started.logged)).not.toContain('secret');
  await submitForm(form, { username: 'Nurse', password: 'wrong' });
  expect(JSON.stringify(started.logged.at(-1))).toContain('"nurse"');
});

test.each(languages)('[LANG-1] the sign-in form is in the language of the app: $name', async ({ code }) => {
  const { html } = await openForm(started.url, { parameters: { ui_locales: `${code}-XX en` } });
  expect(html).toContain(`<html lang="${code}">`);
  expect(html).toContain(`<h1>${pageWords[code].signIn}</h1>`);
  expect(/hreflang="(\w\w)"\s+aria-current="true"/.exec(html)?.[1]).toBe(code);
});

test('pages of the provider forbid scripts, frames and content of other origins, and the sign-in form is not cached', async () => {
  const { browser, formUrl } = await openForm(started.url);
  const assets = /href="(\/idp\/assets\/[^"]+\.css[^"]*)"/.exec((await openForm(started.url)).html)?.[1] ?? '';
  for (const url of [formUrl, signOutUrl(started.url), started.url + assets, `${started.issuer}/jwks`]) {
    const { headers } = await browser.visit(url);
    if (url === formUrl) expect(headers.get('cache-control')).toBe('no-store');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('the discovery document contains the address of the issuer, even if the Host header differs', async () => {
  const discovery = await requestAsHost('evil.example', `${started.issuer}/.well-known/openid-configuration`);
  expect(discovery).toContain(`"token_endpoint":"${started.issuer}/token"`);
  expect(discovery).not.toContain('evil.example');
});

test('the discovery document lists only the response mode `query`, and any other mode is refused', async () => {
  const response = await fetch(`${started.issuer}/.well-known/openid-configuration`);
  expect(await response.json()).toMatchObject({
    response_modes_supported: ['query'],
    response_types_supported: ['code'],
  });
  for (const mode of ['fragment', 'form_post']) {
    const form = await openForm(started.url, { parameters: { response_mode: mode } });
    expect(form.html).not.toContain('<h1>Log in</h1>');
    expect(form.location ?? '').not.toContain('code=');
  }
  expect((await openForm(started.url, { parameters: { response_mode: 'query' } })).html).toContain('<h1>Log in</h1>');
});

/** Sends a request with a false Host header, which fetch does not allow. */
function requestAsHost(host: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host, 'x-forwarded-host': host } }, (response) => resolve(text(response)))
      .on('error', reject)
      .end();
  });
}

test.each([
  ['JSON', 'application/json', '{"username":"nurse"}'],
  ['100,000 characters', 'application/x-www-form-urlencoded', `username=${'x'.repeat(100_000)}`],
  ['a NUL character', 'application/x-www-form-urlencoded', 'username=nur%00se&password=x'],
  ['broken percent encoding', 'application/x-www-form-urlencoded', 'username=%E0%A4%A&&&=&password'],
])('a sign-in with a body of %s gets 422 and logs no error', async (_what, type, body) => {
  const { browser, formUrl } = await openForm(started.url);
  const response = await browser.visit(formUrl, { method: 'POST', body, headers: { 'content-type': type } });
  expect(response.status).toBe(422);
  expect(started.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
