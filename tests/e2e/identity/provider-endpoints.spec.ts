import { liveFailed } from '../support/connection-loss.ts';
import { expect, expectBoardAt, logIn, test } from '../support/external-provider.ts';
import { logOut } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow', faultsAtStart: { hasOtherOrigin: true } });

test('[AUTH-1] [API-5] login, renewal and logout succeed at a provider whose endpoints have another origin than the issuer and whose groups are one comma-separated string', async ({
  page,
  provider,
  wanted,
  app,
}) => {
  provider.misbehave({ hasOtherOrigin: true, groupsFormat: 'comma-joined', accessTokenSeconds: 16 });
  const policy = async () => {
    const response = await fetch(app.url, { headers: { accept: 'text/html' } });
    return response.headers.get('content-security-policy');
  };
  await expect.poll(policy).toContain(provider.otherOrigin);
  await page.goto(wanted);
  await logIn(page);
  await expectBoardAt(page, wanted);
  // The renewal calls the token endpoint from the page of the board.
  await expect.poll(() => provider.countOf('token')).toBe(2);
  await expectBoardAt(page, wanted);
  await logOut(page);
  await page.waitForURL('**/login');
  expect(provider.countOf('endSession')).toBe(1);
});

test('[AUTH-1] a board keeps running when the provider changes its signing key, and no call is refused', async ({
  page,
  provider,
  wanted,
  console,
}) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  provider.misbehave({ accessTokenSeconds: 16 });
  await page.goto(wanted);
  await logIn(page);
  await expectBoardAt(page, wanted);
  await provider.rotateKeys();
  const streams = page.waitForRequest((request) => request.url().includes('/api/streams/events'));
  await expect.poll(() => provider.countOf('token')).toBe(2);
  await streams;
  await expectBoardAt(page, wanted);
  expect(refused).toEqual([]);
  expect(provider.countOf('authorization')).toBe(2);
  // The server ends a live connection when its token expires.
  expect(console.splice(0).filter((message) => !liveFailed.test(message))).toEqual([]);
});
