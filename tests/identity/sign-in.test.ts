import { decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokenVerifier } from '../../src/server/identity/access-token/verify-token.ts';
import { createCookieBrowser } from '../support/identity/cookie-browser.ts';
import { openForm, redeem, signIn, SignInRejected, submitForm } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

let started: StartedProvider;

beforeAll(async () => {
  started = await startIdentityProvider();
});
afterAll(() => started.close());

test('[AUTH-1] a sign-in returns tokens with the e-mail address and the groups of the user', async () => {
  const { url, issuer } = started;
  const { accessToken, idToken, expiresInSeconds } = await signIn(url, nurse.username, nurse.password);
  const { payload } = await jwtVerify(idToken, started.provider().keySet, { issuer, audience: 'room-status-web' });
  expect(payload).toMatchObject({ email: 'nurse@demo.example', groups: ['nurses', 'night'] });
  expect(payload.sub).toMatch(/^[0-9a-f-]{36}$/);
  expect(expiresInSeconds).toBe(600);

  const { keySet } = started.provider();
  const audience = 'urn:room-status:api';
  const verifyToken = createTokenVerifier({
    issuer,
    audience,
    groups: { claim: 'groups' },
    keySet,
    now: Date.now,
    log: console,
  });
  const verified = await verifyToken(accessToken);
  expect(verified).toMatchObject({ subject: payload.sub, groups: ['nurses', 'night'] });
  expect(decodeJwt(accessToken).jti).toBe(verified.tokenId);
});

test('a wrong password shows the sign-in form again with the username, and gives no authorization code', async () => {
  await expect(signIn(started.url, 'nurse', 'wrong')).rejects.toBeInstanceOf(SignInRejected);
  const form = await openForm(started.url);
  const response = await submitForm(form, { username: '"><b>nurse', password: 'wrong' });
  expect([response.status, response.location]).toEqual([403, null]);
  expect(response.html).toContain('Wrong username or password.');
  expect(response.html).toContain('value="&quot;&gt;&lt;b&gt;nurse"');
  const again = await submitForm(form, nurse);
  expect(again.location).toContain('/callback?code=');
});

async function errorOf(parameters: Readonly<Record<string, string>>) {
  const { location, html } = await openForm(started.url, { parameters });
  // The hybrid flow returns its error in the fragment of the address.
  return location === null ? html : new URL(location.replace('#', '?')).searchParams.get('error');
}

test('[AUTH-1] the provider rejects an authorization request without PKCE, or with the PKCE method plain', async () => {
  expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
  expect(await errorOf({ code_challenge: '', code_challenge_method: '' })).toBe('invalid_request');
});

test('a redirect address that is not registered gets an error page of the provider instead of a redirect', async () => {
  const html = await errorOf({ redirect_uri: 'https://evil.example/callback' });
  expect(html).toContain('<h1>Login failed</h1>');
  expect(html).toContain('invalid_redirect_uri');
  expect(html).not.toContain('<script');
});

test('an authorization code is rejected with a wrong PKCE verifier, and when it is used a second time', async () => {
  const form = await submitForm(await openForm(started.url), nurse);
  await expect(redeem({ ...form, verifier: 'x'.repeat(43) })).rejects.toMatchObject({ status: 400 });
  const { accessToken } = await redeem(form);
  expect(accessToken).toContain('.');
  await expect(redeem(form)).rejects.toMatchObject({ status: 400 });
});

test('a sign-in form that is submitted by another browser or a second time is rejected', async () => {
  const form = await openForm(started.url);
  const otherBrowser = await submitForm({ ...form, browser: createCookieBrowser() }, nurse);
  expect([otherBrowser.status, otherBrowser.location]).toEqual([400, null]);
  expect(otherBrowser.html).toContain('This login page is too old');
  expect(otherBrowser.html).toContain(`href="${started.url}/login"`);
  await submitForm(form, nurse);
  expect((await submitForm(form, nurse)).status).toBe(400);
});

test('the provider logs no error for rejected sign-ins and rejected requests', () => {
  expect(started.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
