import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect, expectLive, headerOf, openBoard, test } from './support/test-ward.ts';
import { expectConsoleErrors, failedCalls, collectFailureTimes } from './support/connection-loss.ts';

/** A renewal every nine seconds, instead of every six minutes. */
test.use({ appOptions: { lifetimes: { accessTokenSeconds: 15 } } });

const renewals = (request: Request) =>
  new URL(request.url()).pathname === '/idp/token' && (request.postData() ?? '').includes('grant_type=refresh_token');

/** Everything that the board said of its connection from now on, and every alarm it gave. */
async function watchConnection(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const said: string[] = [];
    const note = () => {
      const words = [...document.querySelectorAll('header [role="status"], [role="alert"]')];
      const text = words.map(({ textContent }) => textContent).join(' | ');
      if (said.at(-1) !== text) said.push(text);
    };
    note();
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    return said;
  });
  return () => seen.jsonValue();
}

function requestsOf(context: BrowserContext, isCounted: (request: Request) => boolean): Request[] {
  const counted: Request[] = [];
  context.on('request', (request) => {
    if (isCounted(request)) counted.push(request);
  });
  return counted;
}

test(
  '[AUTH-1] [API-1] [LIVE-1] over three renewals the boards of two tabs stay live, and nobody signs in again',
  { tag: '@wide' },
  async ({ page, context, createWard, report, console }) => {
    test.setTimeout(90_000);
    const ward = await createWard(['Room 1']);
    await openBoard(page, ward);
    const another = await context.newPage();
    await another.goto(ward.address);
    await expectLive(another);
    const said = [await watchConnection(page), await watchConnection(another)];
    const renewed = requestsOf(context, renewals);
    const connected = requestsOf(context, (request) => request.url().includes('/streams/events'));
    const signIns = requestsOf(context, (request) => request.url().includes('/idp/auth'));

    await expect.poll(() => renewed.length, { timeout: 60_000 }).toBe(4);
    await expect.poll(() => connected.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    await report(ward.uuidOf('Room 1'), 'man_down');
    for (const board of [page, another]) {
      await expect(headerOf(board, 'Room 1').getByText('Fall detected')).toBeVisible();
    }
    for (const words of said) expect(await words()).toEqual(['Live']);
    const tokens = await Promise.all(connected.map(async (request) => (await request.allHeaders())['authorization']));
    expect(new Set(tokens).size).toBeGreaterThanOrEqual(2);
    expect(signIns).toEqual([]);
    // A refresh token is good for one renewal: two tabs that both used it would end the sign-in.
    expect(new Set(renewed.map((request) => request.postData())).size).toBe(renewed.length);
    expectConsoleErrors(console, /^The live connection failed, reason: the server ended the connection$/, neverTouched);
  },
);

/** The second tab was opened by nobody's hand. */
const neverTouched = /^The notification sound could not be played, reason: the audio output is suspended$/;

test(
  '[API-5] [LIVE-1] a token that is signed out elsewhere ends the live connection at once, and a new one takes its place',
  { tag: '@wide' },
  async ({ page, app, createWard, report, console }) => {
    const ward = await createWard(['Room 1']);
    const live = page.waitForRequest('**/api/streams/events?*');
    await openBoard(page, ward);
    const request = await live;
    const { authorization = '' } = await request.allHeaders();
    const failures = collectFailureTimes(page);
    const again = page.waitForResponse((response) => response.url() === request.url() && response.status() === 200);
    const signedOutAt = Date.now();
    expect((await fetch(`${app.url}/api/logout`, { method: 'POST', headers: { authorization } })).status).toBe(200);
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    // Not only with the next heartbeat, or when the token would have ended.
    expect((failures[0] ?? 0) - signedOutAt).toBeLessThan(2_000);
    expect((await (await again).request().allHeaders())['authorization']).not.toBe(authorization);
    await report(ward.uuidOf('Room 1'), 'man_down');
    await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible({ timeout: 15_000 });
    await expectLive(page);
    expectConsoleErrors(console, /^The live connection failed, reason: \S/, failedCalls);
  },
);

test(
  '[AUTH-2] [API-5] a sign-in that was ended elsewhere leads to the login, and nothing of the ward stays',
  { tag: '@wide' },
  async ({ page, app, createWard, console }) => {
    const ward = await createWard(['Room 1']);
    const live = page.waitForRequest('**/api/streams/events?*');
    await openBoard(page, ward);
    const { authorization = '' } = await (await live).allHeaders();
    // The provider forgets all it has handed out, as it does when an account is closed.
    await app.database.query.deleteFrom('identity_record').execute();
    expect((await fetch(`${app.url}/api/logout`, { method: 'POST', headers: { authorization } })).status).toBe(200);
    await page.waitForURL('**/login', { timeout: 15_000 });
    await expect(page.getByRole('article')).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain(ward.uuid);
    // Nobody left this board: it must not be taken for a screen at rest.
    const word = page.getByRole('alert').filter({ hasText: 'You have been logged out. This screen shows no rooms.' });
    await expect(word).toBeInViewport({ ratio: 1 });
    await page.reload();
    await expect(page.getByRole('button', { name: /^log in with/ })).toBeEnabled();
    await expect(word).toHaveCount(0);
    expectConsoleErrors(console, /^The live connection failed, reason: \S/, failedCalls);
  },
);
