import type { Page, Response } from '@playwright/test';
import { locationAddress, wardAddress } from '../support/demo-addresses.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

const forbiddenForNurse = [
  { address: wardAddress('Erdgeschoss'), names: /Lindenau|Erdgeschoss|Zimmer/ },
  { address: locationAddress('Søbakken'), names: /Ambrelle|Søbakken|Ærøfløjen|Østfløjen/ },
];

test('[AUTH-2] [API-6] a nurse who opens a place that the nurse may not see gets "Page not found" and no data', async ({
  page,
  console,
}) => {
  await openSignedIn(page, 'nurse');
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  for (const { address, names } of forbiddenForNurse) await expectNoDataOf(page, names, () => page.goto(address));
  expect(console.splice(0).filter((line) => !line.includes('404'))).toEqual([]);
});

/**
 * Expects "Page not found" on the screen and none of the names in the responses. The page must not repeat a request
 * that got a 404.
 */
async function expectNoDataOf(page: Page, names: RegExp, go: () => Promise<unknown>): Promise<void> {
  const answers: { url: string; status: number; body: Promise<string> }[] = [];
  const record = (response: Response) => {
    const url = response.url();
    if (!new URL(url).pathname.startsWith('/api/')) return;
    // The response of a live connection has no end, and the body of a response to the previous page is gone.
    const body = !response.ok() || url.includes('/events') ? Promise.resolve('') : response.text().catch(() => '');
    answers.push({ url, status: response.status(), body });
  };
  page.on('response', record);
  await go();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Home']);
  page.off('response', record);
  expect(await page.locator('body').innerText()).not.toMatch(names);
  const bodies = await Promise.all(answers.map(({ body }) => body));
  expect(bodies.join('\n')).not.toMatch(names);
  expect(answers.filter(({ url, status }) => url.includes('/events') && status < 400)).toEqual([]);
  const notFound = answers.filter(({ status }) => status === 404).map(({ url }) => url);
  expect(notFound.length).toBeGreaterThan(0);
  expect(notFound).toEqual([...new Set(notFound)]);
}
