import type { Request } from '@playwright/test';
import { signIn } from '../support/fixtures.ts';
import { expect, expectLive, headerOf, test } from '../support/test-ward.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';

/** With this lifetime of access tokens a board renews them within seconds instead of minutes. */
test.use({ serviceWorkers: 'allow', appOptions: { lifetimes: { accessTokenSeconds: 15 } } });

test('[AUTH-1] [API-1] [LIVE-1] a board stays live without a sign-in when its token is renewed', async ({
  page,
  openWard,
  console,
}) => {
  const connected: Request[] = [];
  const signIns: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/streams/events')) connected.push(request);
    if (request.url().includes('/idp/auth')) signIns.push(request);
  });
  const ward = await openWard(['Room 1']);
  const texts = await page.evaluateHandle(() => {
    const recorded: (string | undefined)[] = [];
    const record = () => recorded.push(document.querySelector('header [role="status"]')?.textContent);
    record();
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true });
    return recorded;
  });
  await expect.poll(() => connected.length, { timeout: 60_000 }).toBe(2);
  await ward.report('Room 1', 'man_down');
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  expect(new Set(await texts.jsonValue())).toEqual(new Set(['Live']));
  const [first, second] = await Promise.all(connected.map((request) => request.headerValue('authorization')));
  expect(second, 'a new token').not.toBe(first);
  expect(signIns).toEqual([]);
  expectConsoleErrors(console, /^The live connection failed, reason: the server ended the connection$/);
});

test('[AUTH-2] [API-5] when the provider ends the session of a board, the login page shows a warning and sounds, and the tab keeps no data', async ({
  page,
  app,
  createWard,
  sounds,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  await signIn(page, 'nurse', ward.address);
  await expectLive(page);
  // Deleting these records ends all sessions of the provider, as the removal of an account does.
  await app.database.query.deleteFrom('identity_record').execute();
  await page.waitForURL('**/login');
  await expect(page.getByRole('article')).toHaveCount(0);
  // A board that lost its session must not look like a screen that nobody uses, so the login shows a warning.
  const warning = page.getByRole('alert').filter({ hasText: 'You have been logged out. This screen shows no rooms.' });
  await expect(warning).toBeInViewport({ ratio: 1 });
  await expect.poll(() => sounds.alarms()).toEqual(['technical']);
  // The login page clears the storage. Only the address of the board stays stored, for the next login.
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['room-status:sign-in:return-to']);
  await page.reload();
  await expect(page.getByRole('button', { name: /^log in with/ })).toBeEnabled();
  await expect(warning).toHaveCount(0);
  // The live connection or another call can be the first one that is refused.
  expectConsoleErrors(console, failedCalls, /^The live connection failed, reason: \S/);
});
