/** Opens pages with a session that the test gets from the provider over HTTP, without the login form. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { newSession, serializeSession } from '../../../src/web/identity/session/state-machine/stored-session.ts';
import { sessionKey } from '../../../src/web/identity/session/tab-storage.ts';
import { type CookieBrowser, createCookieBrowser } from '../../support/identity/cookie-browser.ts';
import { openForm, redeem, submitForm } from '../../support/identity/sign-in.ts';

/** The path of an empty page that tests serve. It is a path that the service worker of the app ignores. */
const emptyPage = '/health';
const emptyHtml = '<link rel="icon" href="data:,">';

/** The provider's cookies by user and server. They are kept, because the provider takes long to check a password. */
const browsers = new Map<string, CookieBrowser>();

/**
 * Opens an address as a user who has logged in. The page gets its own tokens, as after a login with the form, which
 * takes much longer. Tests of the login, the logout and the sound use `signIn`, which fills in the form.
 */
export async function openSignedIn(
  page: Page,
  username: string,
  address = '/',
  password = 'room-status',
): Promise<void> {
  // Stores the session in an empty page with the origin of the app, before the app starts.
  const isEmptyPage = ({ pathname }: URL) => pathname === emptyPage;
  await page.route(isEmptyPage, (route) => route.fulfill({ contentType: 'text/html', body: emptyHtml }));
  await page.goto(address.startsWith('/') ? emptyPage : new URL(emptyPage, address).href);
  await page.unroute(isEmptyPage);
  const { origin } = new URL(page.url());
  const tokens = await tokensOf(origin, { username, password });
  const now = await page.evaluate(() => Date.now());
  const user = {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    id_token: tokens.idToken,
    expires_at: Math.floor(now / 1_000) + tokens.expiresInSeconds,
    profile: { sub: decodeJwt(tokens.idToken).sub ?? '' },
  };
  const session = newSession(user, { lineage: randomUUID(), generation: 1, replacesRefused: false });
  const stored = serializeSession({ ...session, issuedAt: now });
  // `evaluate` counts as a user gesture. A page opened by its script may play sounds, as after a login with the form.
  await page.evaluate(
    ([key, value, next]) => {
      sessionStorage.setItem(key, value);
      location.replace(next);
    },
    [sessionKey, stored, address] as const,
  );
  await page.waitForURL((url) => !isEmptyPage(url));
}

async function tokensOf(origin: string, user: { readonly username: string; readonly password: string }) {
  const key = `${user.username} ${origin}`;
  const browser = browsers.get(key) ?? createCookieBrowser();
  browsers.set(key, browser);
  const form = await openForm(origin, { browser });
  const isKnown = form.location !== null;
  return redeem(isKnown ? form : await submitForm(form, user));
}
