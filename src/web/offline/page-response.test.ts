import { expect, test } from 'vitest';
import { checkPageResponse } from './page-response.ts';

const page = '<script type="module" src="/assets/index-1.js"></script>';
const check = (body: string, status: number, canLoad = true) =>
  checkPageResponse(new Response(body, { status }), async () => canLoad);

test.each([
  ['503 of a gateway whose server is down', '<h1>Service unavailable</h1>', 503],
  ['404 of a gateway whose server restarts', '404 page not found', 404],
  ['429 of a gateway', 'Too many requests', 429],
  ['200 with the maintenance page of a gateway', '<h1>Back soon</h1>', 200],
])('[LIVE-3] a board that reloads shows its cached page in place of the response %s', async (_name, body, status) => {
  await expect(check(body, status)).rejects.toThrow(status === 200 ? 'not the page' : `${status}`);
});

test('[LIVE-3] the page is shown with all its files, and the login page of a proxy too', async () => {
  await expect(check(page, 200)).resolves.toBeUndefined();
  await expect(check(page, 200, false)).rejects.toThrow('files of the page are missing');
  for (const status of [401, 403]) await expect(check('Log in', status)).resolves.toBeUndefined();
});
