import type { BrowserContext, Page, Request } from '@playwright/test';
import { decodeJwt } from 'jose';
import { revokeToken } from '../../../src/server/identity/token-revocation.ts';
import { signIn } from '../support/fixtures.ts';
import { expect, expectLive, headerOf, test } from '../support/test-ward.ts';
import { expectConsoleErrors, failedCalls, collectFailureTimes } from '../support/connection-loss.ts';

/** With this lifetime of access tokens a tab renews them every nine seconds instead of every six minutes. */
test.use({ serviceWorkers: 'allow', appOptions: { lifetimes: { accessTokenSeconds: 15 } } });

const isRenewal = (request: Request) =>
  new URL(request.url()).pathname === '/idp/token' && (request.postData() ?? '').includes('grant_type=refresh_token');

/** Records every text of the connection indicator and of alerts. */
async function recordStatusTexts(page: Page): Promise<() => Promise<string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const record = () => {
      const elements = [...document.querySelectorAll('header [role="status"], [role="alert"]')];
      const text = elements.flatMap(({ textContent }) => textContent || []).join(' | ');
      if (texts.at(-1) !== text) texts.push(text);
    };
    record();
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => recorded.jsonValue();
}

function requestsOf(context: BrowserContext, isMatching: (request: Request) => boolean): Request[] {
  const matching: Request[] = [];
  context.on('request', (request) => {
    if (isMatching(request)) matching.push(request);
  });
  return matching;
}

test('[AUTH-1] [API-1] [LIVE-1] the boards of two tabs stay live over two renewals without a sign-in', async ({
  page,
  context,
  openWard,
  console,
}) => {
  const connected = requestsOf(context, (request) => request.url().includes('/streams/events'));
  const ward = await openWard(['Room 1']);
  const another = await context.newPage();
  await another.goto(ward.address);
  await expectLive(another);
  const statusTexts = [await recordStatusTexts(page), await recordStatusTexts(another)];
  const renewed = requestsOf(context, isRenewal);
  const signIns = requestsOf(context, (request) => request.url().includes('/idp/auth'));

  await expect.poll(() => renewed.length, { timeout: 60_000 }).toBe(2);
  await expect.poll(() => connected.length).toBeGreaterThanOrEqual(4);
  await ward.report('Room 1', 'man_down');
  for (const board of [page, another]) {
    await expect(headerOf(board, 'Room 1').getByText('Fall detected')).toBeVisible();
  }
  for (const read of statusTexts) expect(await read()).toEqual(['Live']);
  const tokens = await Promise.all(connected.map(async (request) => (await request.allHeaders())['authorization']));
  expect(tokens.slice(0, 2), 'each board has connected again with a new token').not.toContain(tokens.at(-1));
  expect(tokens.slice(0, 2)).not.toContain(tokens.at(-2));
  expect(signIns).toEqual([]);
  // No refresh token was used twice, although two tabs share one session.
  expect(new Set(renewed.map((request) => request.postData())).size).toBe(renewed.length);
  expectConsoleErrors(console, /^The live connection failed, reason: the server ended the connection$/, soundBlocked);
});

/** The browser blocks the sound of the second tab, because no user gesture happened there. */
const soundBlocked = /^The notification sound could not be played, reason: the audio output is suspended$/;

test('[API-5] [LIVE-1] a revoked token closes the live connection within seconds, and the board reconnects with a new token', async ({
  page,
  app,
  openWard,
  console,
}) => {
  const live = page.waitForRequest('**/api/streams/events?*');
  const ward = await openWard(['Room 1']);
  const request = await live;
  const { authorization = '' } = await request.allHeaders();
  const failures = collectFailureTimes(page);
  const reconnected = page.waitForResponse((response) => response.url() === request.url() && response.status() === 200);
  const signedOutAt = Date.now();
  await revokeToken(app.database, revocationOf(authorization), Date.now());
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  // The failure was earlier than the next heartbeat and the expiry of the token, so the revocation caused it.
  expect((failures[0] ?? 0) - signedOutAt).toBeLessThan(6_000);
  expect((await (await reconnected).request().allHeaders())['authorization']).not.toBe(authorization);
  await ward.report('Room 1', 'man_down');
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  await expectLive(page);
  expectConsoleErrors(console, /^The live connection failed, reason: \S/, failedCalls);
});

test('[AUTH-2] [API-5] a session that the provider ended leads to the login with a warning, and the tab keeps no data', async ({
  page,
  app,
  createWard,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  await signIn(page, 'nurse', ward.address);
  await expectLive(page);
  // The deletion ends all sessions of the provider, as the removal of an account does.
  await app.database.query.deleteFrom('identity_record').execute();
  await page.waitForURL('**/login');
  await expect(page.getByRole('article')).toHaveCount(0);
  // A board that lost its session must not look like a screen that nobody uses, so the login shows a warning.
  const warning = page.getByRole('alert').filter({ hasText: 'You have been logged out. This screen shows no rooms.' });
  await expect(warning).toBeInViewport({ ratio: 1 });
  // The login page clears the storage. Only the address of the board stays stored, for the next login.
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['room-status:sign-in:return-to']);
  await page.reload();
  await expect(page.getByRole('button', { name: /^log in with/ })).toBeEnabled();
  await expect(warning).toHaveCount(0);
  // Another call can be the first one that is refused.
  expectConsoleErrors(console, failedCalls, /^The live connection failed, reason: \S/);
});

function revocationOf(authorization: string) {
  const { jti = '', exp = 0 } = decodeJwt(authorization.replace('Bearer ', ''));
  return { tokenId: jti, expiresAt: exp * 1000 };
}
