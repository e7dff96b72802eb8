import * as z from 'zod/mini';
import { renew } from '../../support/identity/sign-in.ts';
import { wardAddress } from '../support/demo-addresses.ts';
import { expect, logOut, signIn, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const ward = wardAddress('Ward 2 Sea View');

test('[API-5] [AUTH-2] [LAYOUT-1] a logout revokes the token, ends the provider session, and leaves no data in the tab and its history', async ({
  page,
  app,
}) => {
  const answered = page.waitForResponse('**/idp/token');
  await signIn(page, 'nurse', ward);
  const { access_token: accessToken, refresh_token: refreshToken } = TokenAnswer.parse(await (await answered).json());
  const apiStatus = async () => {
    const response = await fetch(`${app.url}/api/clients`, { headers: { authorization: `Bearer ${accessToken}` } });
    return response.status;
  };
  expect(await apiStatus()).toBe(200);

  const steps: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/logout' || pathname === '/idp/session/end') steps.push(`${request.method()} ${pathname}`);
  });
  await logOut(page);
  await page.waitForURL('**/login');
  expect(steps).toEqual(['POST /api/logout', 'GET /idp/session/end']);

  expect(await apiStatus()).toBe(401);
  expect((await renew(app.url, refreshToken)).status).toBe(400);
  await expect(page.getByRole('button', { name: /^log in with/ })).toBeEnabled();
  await expect(page.getByText('You have been logged out.'), 'no warning about an own logout').toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.goBack();
  await page.waitForURL('**/login');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: /^log in with/ }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
});

const TokenAnswer = z.object({ access_token: z.string(), refresh_token: z.string() });
