import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { languages } from '../../src/domain/language.ts';
import { pageWords } from '../../src/server/identity-provider/pages/page-words.ts';
import { createCookieBrowser } from '../support/identity/cookie-browser.ts';
import { openForm, signIn, signOutUrl, submitForm } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

const demoAccounts = [{ username: 'nurse', password: 'room-status', role: 'ward-nurse' }] as const;

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

test('after five wrong passwords even the correct password is answered with 429 for 30 s', async () => {
  await failFiveTimes();
  const form = await openForm(started.url, { parameters: { ui_locales: 'de' } });
  const answer = await form.browser.visit(form.formUrl, { method: 'POST', body: new URLSearchParams(nurse) });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await answer.text()).toContain('Zu viele Fehlversuche. Versuchen Sie es in 30 Sekunden noch einmal.');
  expect(started.logged.at(-1)).toMatchObject({ level: 'warn', message: 'too many failed sign-ins' });
  time += 30_000;
  expect((await signIn(started.url, nurse.username, nurse.password)).accessToken).toContain('.');
});

test('five wrong passwords block neither other accounts, nor the same account at another address', async () => {
  await failFiveTimes();
  const form = await openForm(started.url);
  expect((await submitForm(form, { username: 'manager', password: 'wrong' })).status).toBe(403);
  address = '10.0.0.2';
  expect((await signIn(started.url, nurse.username, nurse.password)).accessToken).toContain('.');
});

test('a failed sign-in logs the username only if the account exists, because users type passwords into that field', async () => {
  const form = await openForm(started.url);
  await submitForm(form, { username: 'my secret password', password: 'x' });
  expect(JSON.stringify(started.logged)).not.toContain('secret');
  await submitForm(form, { username: 'Nurse', password: 'wrong' });
  expect(JSON.stringify(started.logged.at(-1))).toContain('"nurse"');
});

test('a demo account is signed in with one button', async () => {
  const form = await openForm(started.url);
  expect(form.html).toContain('Password for all accounts: room-status');
  expect((await submitForm(form, { shown: 'nurse' })).location).toContain('/callback?code=');
});

test.each(languages)('[LANG-1] the sign-in form is in the language of the app: $name', async ({ code }) => {
  const { html } = await openForm(started.url, { parameters: { ui_locales: `${code}-XX en` } });
  expect(html).toContain(`<html lang="${code}">`);
  expect(html).toContain(`<h1>${pageWords[code].signIn}</h1>`);
  expect(/hreflang="(\w\w)"\s+aria-current="true"/.exec(html)?.[1]).toBe(code);
});

test('without the parameter ui_locales the sign-in form uses the language cookie of the app', async () => {
  const browser = createCookieBrowser();
  browser.setCookie('i18next', 'nb-NO');
  expect((await openForm(started.url, { browser })).html).toContain('<h1>Logg inn</h1>');
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
  ['broken percent encoding', 'application/x-www-form-urlencoded', 'username=%E0%A4%A&&&=&password'],
])('a sign-in with a body of %s is answered with 422 and logs no error', async (_what, type, body) => {
  const { browser, formUrl } = await openForm(started.url);
  const answer = await browser.visit(formUrl, { method: 'POST', body, headers: { 'content-type': type } });
  expect(answer.status).toBe(422);
  expect(started.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
