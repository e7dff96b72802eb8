import type { Page } from '@playwright/test';
import { failedCalls, listFailed, liveFailed } from '../support/connection-loss.ts';
import { addressOf, expect, expectBoardAt, logIn, test } from '../support/external-provider.ts';
import { logOut } from '../support/fixtures.ts';

/** The app reads the allowed origins of its page when it starts. */
test.use({ faultsAtStart: { hasOtherOrigin: true } });
// Most of these tests wait for a token to expire.
test.describe.configure({ mode: 'parallel' });

/** The warning on the login page. */
const endedNotice = 'main [role=alert]';

test('[AUTH-1] [ROUTE-9] [API-5] a user logs in and out at a slow provider that has endpoints on another origin and requires a nonce and a logout state', async ({
  page,
  provider,
  wanted,
}) => {
  provider.misbehave({
    requiresNonce: true,
    needsStateAtLogout: true,
    groupsAt: 'userinfo',
    tokenType: undefined,
    delaysMs: { discovery: 400, authorization: 400, token: 2_000, userinfo: 400 },
  });
  await page.goto(wanted);
  await logIn(page);
  await expectBoardAt(page, wanted);
  await logOut(page);
  await page.waitForURL('**/login');
  await expect(page.getByRole('button', { name: /^log in with/ })).toBeEnabled();
  // One request for the button, and one for the form.
  expect(provider.countOf('authorization')).toBe(2);
  expect(provider.countOf('endSession')).toBe(1);
});

for (const tokenDelayMs of [0, 2_000]) {
  test(`[AUTH-1] [ROUTE-9] without a refresh token, one redirect renews the session of a board when the token endpoint takes ${tokenDelayMs} ms`, async ({
    page,
    provider,
    wanted,
    console,
  }) => {
    provider.misbehave({
      hasRefreshTokens: false,
      accessTokenSeconds: 20,
      delaysMs: { token: tokenDelayMs, authorization: tokenDelayMs / 4 },
    });
    await page.goto(wanted);
    await logIn(page);
    await expectBoardAt(page, wanted);
    const silentRequests = () =>
      provider.requests.filter(
        ({ endpoint, fields }) => endpoint === 'authorization' && fields.get('prompt') === 'none',
      );
    const texts = await recordWarnings(page);
    const leftAt = page.waitForRequest((request) => request.url().includes('prompt=none')).then(() => Date.now());
    const backAt = leftAt.then(() => page.waitForResponse('**/api/streams/events?*')).then(() => Date.now());
    // One token for the login and one for the renewal, so there was no extra redirect.
    await expect.poll(() => provider.countOf('token'), { timeout: 60_000 }).toBe(2);
    expect(silentRequests()).toHaveLength(1);
    await expectBoardAt(page, wanted);
    // If the board is back within the grace period, nobody reads a warning. A slow machine takes longer.
    const isQuick = (await backAt) - (await leftAt) < 2_000;
    expect(isQuick && texts.some((text) => text.includes('Offline'))).toBe(false);
    expectOnlyFailedCalls(console);
  });
}

for (const [what, faults, cause] of [
  ['another audience', { audience: 'another' }, 'The login is meant for another application.'],
  ['opaque access tokens', { accessTokenFormat: 'opaque' }, 'The server cannot read the access tokens'],
  ['access tokens of another type', { tokenType: 'logout+jwt' }, 'The log of the server names the cause.'],
  ['a clock that is behind', { clockAheadMs: -700_000 }, 'The clocks of the server and of the login service differ.'],
] as const) {
  test(`[AUTH-1] [ROUTE-9] a login at a provider with ${what} ends on the login page with the reason, and causes no silent redirect`, async ({
    page,
    provider,
    wanted,
    console,
  }) => {
    provider.misbehave({ hasRefreshTokens: false, ...faults });
    await page.goto(wanted);
    await logIn(page);
    const notice = page.locator(endedNotice);
    await expect(notice).toContainText('The server does not accept logins from this login service.');
    await expect(notice).toContainText(cause);
    expect(provider.requests.filter(({ fields }) => fields.get('prompt') === 'none')).toEqual([]);
    // The return address is kept, so that a login opens it after the provider is configured correctly.
    provider.behave();
    await page.getByRole('button', { name: /^log in with/ }).click();
    await expectBoardAt(page, wanted);
    expectOnlyFailedCalls(console);
  });
}

for (const [what, faults] of [
  ['has forgotten the user', { hasRefreshTokens: false, hasForgottenUsers: true }],
  ['refuses the refresh token without a body', { refreshRefusal: 400 }],
] as const) {
  test(`[ROUTE-2] [ROUTE-8] [ROUTE-9] a board whose provider ${what} changes to the login page with a warning`, async ({
    page,
    provider,
    wanted,
    console,
  }) => {
    provider.misbehave({ accessTokenSeconds: 16, ...faults });
    await page.goto(wanted);
    await logIn(page);
    await expectBoardAt(page, wanted);
    await expect(page.locator(endedNotice)).toHaveText('You have been logged out. This screen shows no rooms.');
    expect(provider.requests.filter(({ fields }) => fields.get('grant_type') === 'refresh_token').length).toBeLessThan(
      2,
    );
    provider.behave();
    await page.getByRole('button', { name: /^log in with/ }).click();
    await expectBoardAt(page, wanted);
    expectOnlyFailedCalls(console);
  });
}

test('[LIVE-5] a board whose token cannot be renewed warns with a sound until the login service answers', async ({
  page,
  provider,
  wanted,
  sounds,
  console,
}) => {
  provider.misbehave({ accessTokenSeconds: 16 });
  await page.goto(wanted);
  await logIn(page);
  await expectBoardAt(page, wanted);
  provider.misbehave({ failures: { token: 503 } });
  const notice = page.getByRole('alert').filter({ hasText: 'The login service is not answering. Trying again.' });
  await expect(notice).toBeVisible();
  await expect.poll(() => sounds.alarms()).toContain('technical');
  expect(addressOf(page)).toBe(wanted);
  provider.behave();
  await expect(notice).toBeHidden();
  await expectBoardAt(page, wanted);
  expectOnlyFailedCalls(console);
});

test('[AUTH-2] a user whose groups have no right sees the message about missing rights at the address of a ward', async ({
  page,
  wanted,
  console,
}) => {
  await page.goto(wanted);
  await logIn(page, 'visitor');
  await expect(
    page.getByRole('heading', { name: /^Your account has no group that opens anything here/ }),
  ).toBeVisible();
  await page.evaluate(() => {
    localStorage.removeItem('room-status:sound-check');
    dispatchEvent(new Event('storage'));
  });
  await expect(page.getByText('Can you hear this screen?'), 'there is nothing to hear').toHaveCount(0);
  expectOnlyFailedCalls(console);
});

/** Records every text of the connection indicator and of alerts, also of the pages that the browser loads next. */
async function recordWarnings(page: Page): Promise<readonly string[]> {
  const texts: string[] = [];
  await page.exposeFunction('roomStatusWarning', (text: string) => void texts.push(text));
  const observe = () => {
    let last = '';
    const record = () => {
      const elements = [...document.querySelectorAll('header [role="status"], [role="alert"]')];
      const text = elements.flatMap(({ textContent }) => textContent || []).join(' | ');
      const report: unknown = Reflect.get(window, 'roomStatusWarning');
      if (text !== last && typeof report === 'function') Reflect.apply(report, window, [text]);
      last = text;
    };
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
  };
  await page.addInitScript(observe);
  await page.evaluate(observe);
  return texts;
}

function expectOnlyFailedCalls(messages: string[]): void {
  const expected = [failedCalls, liveFailed, listFailed];
  expect(messages.splice(0).filter((message) => !expected.some((pattern) => pattern.test(message)))).toEqual([]);
}
