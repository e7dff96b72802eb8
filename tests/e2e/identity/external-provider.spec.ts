import type { ExternalProvider } from '../../support/identity/external-provider.ts';
import { failedCalls, listFailed, liveFailed } from '../support/connection-loss.ts';
import { addressOf, expect, expectBoardAt, logIn, test } from '../support/external-provider.ts';
import { logOut } from '../support/fixtures.ts';

/** This fault is set at the start, because the app reads the origins that its page may call when it starts. */
test.use({ faultsAtStart: { hasOtherOrigin: true } });
// These tests run in parallel, because most of them wait for a token to expire.
test.describe.configure({ mode: 'parallel' });

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
  // The login needs two requests: one opens the form of the provider, one submits it. A third one would be a redirect.
  expect(provider.countOf('authorization')).toBe(2);
  expect(provider.countOf('endSession')).toBe(1);
});

test('[AUTH-1] [ROUTE-9] without a refresh token, one redirect renews the session of a board at a slow provider', async ({
  page,
  provider,
  wanted,
  console,
}) => {
  provider.misbehave({
    hasRefreshTokens: false,
    accessTokenSeconds: 20,
    delaysMs: { token: 2_000, authorization: 500 },
  });
  await page.goto(wanted);
  await logIn(page);
  await expectBoardAt(page, wanted);
  // One token for the login and one for the renewal, so there was no extra redirect.
  await expect.poll(() => provider.countOf('token'), { timeout: 60_000 }).toBe(2);
  expect(silentRequests(provider)).toHaveLength(1);
  await expectBoardAt(page, wanted);
  expectOnlyFailedCalls(console);
});

test('[AUTH-1] [ROUTE-9] a login at a provider with another audience ends on the login page with the reason, and causes no silent redirect', async ({
  page,
  provider,
  wanted,
  console,
}) => {
  provider.misbehave({ hasRefreshTokens: false, audience: 'another' });
  await page.goto(wanted);
  await logIn(page);
  const notice = page.locator('main [role=alert]');
  await expect(notice).toContainText('The server does not accept logins from this login service.');
  await expect(notice).toContainText('The login is meant for another application.');
  expect(silentRequests(provider)).toEqual([]);
  // The return address is kept, so that a login opens the board after the provider is configured correctly.
  provider.behave();
  await page.getByRole('button', { name: /^log in with/ }).click();
  await expectBoardAt(page, wanted);
  expectOnlyFailedCalls(console);
});

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
  expectOnlyFailedCalls(console);
});

/** The authorization requests with `prompt=none`, which renew a session without a page of the provider. */
const silentRequests = ({ requests }: ExternalProvider) =>
  requests.filter(({ endpoint, fields }) => endpoint === 'authorization' && fields.get('prompt') === 'none');

function expectOnlyFailedCalls(messages: string[]): void {
  const expected = [failedCalls, liveFailed, listFailed];
  expect(messages.splice(0).filter((message) => !expected.some((pattern) => pattern.test(message)))).toEqual([]);
}
