import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCookieBrowser } from '../support/identity/cookie-browser.ts';
import { openForm, renew, signIn, signOutUrl, type SignedIn } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

let started: StartedProvider;
let nora: SignedIn;

beforeEach(async () => {
  started = await startIdentityProvider();
  nora = await signIn(started.url, nurse.username, nurse.password);
});
afterEach(() => started.close());

/** Returns whether the browser gets a code without the sign-in form, and whether its refresh token works. */
async function isSignedIn({ browser, refreshToken }: SignedIn): Promise<readonly [boolean, boolean]> {
  const { location } = await openForm(started.url, { browser, parameters: { prompt: 'none' } });
  return [location?.includes('code=') ?? false, (await renew(started.url, refreshToken)).ok];
}

test('[API-5] a sign-out with the id token ends the session and its tokens without a confirmation', async () => {
  const response = await nora.browser.visit(signOutUrl(started.url, nora.idToken));
  expect([response.status, response.headers.get('location')]).toEqual([303, `${started.url}/login?state=bye`]);
  const kept = await started.database.query.selectFrom('identity_record').select('model').execute();
  expect(kept.map(({ model }) => model)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/Grant|Token|Session/)]),
  );
  expect(await isSignedIn(nora)).toEqual([false, false]);
  expect((await openForm(started.url, { browser: nora.browser })).html).toContain('<h1>Log in</h1>');

  // A sign-out in a second tab, whose session has ended, also redirects to the login page.
  const again = await nora.browser.visit(signOutUrl(started.url, nora.idToken));
  expect([again.status, again.headers.get('location')]).toEqual([303, `${started.url}/login?state=bye`]);
});

test('the user must confirm a sign-out without an id token', async () => {
  const { response, url } = await nora.browser.follow(signOutUrl(started.url));
  const html = await response.text();
  expect(html).toContain('Do you want to log out?');
  expect(html).not.toMatch(/<script|<style|\sstyle=/);
  expect(await isSignedIn(nora)).toEqual([true, true]);

  const xsrf = /name="xsrf" value="(\w+)"/.exec(html)?.[1] ?? '';
  const confirmed = await nora.browser.visit(`${url.split('?')[0]}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(confirmed.headers.get('location')).toBe(`${started.url}/login?state=bye`);
  expect(await isSignedIn(nora)).toEqual([false, false]);
});

test('the user must confirm a sign-out with the id token of another user', async () => {
  const other = await signIn(started.url, nurse.username, nurse.password);
  await started.database.query.updateTable('account').set({ subject: crypto.randomUUID() }).execute();
  const otherUser = await signIn(started.url, nurse.username, nurse.password);
  const { response } = await otherUser.browser.follow(signOutUrl(started.url, other.idToken));
  expect(await response.text()).toContain('Do you want to log out?');
});

test('a sign-out never redirects to an address that is not registered', async () => {
  const query = 'client_id=room-status-web&post_logout_redirect_uri=https://evil.example/';
  const signedOut = await createCookieBrowser().visit(`${started.issuer}/session/end?${query}`);
  expect(signedOut.headers.get('location')).toBe(`${started.url}/login`);
  const signedIn = await nora.browser.visit(`${started.issuer}/session/end?${query}`);
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([400, null]);
});
