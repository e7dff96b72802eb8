import type { Page, Response } from '@playwright/test';
import { clientAddress, locationAddress, wardAddress } from './support/demo-addresses.ts';
import { expect, signIn } from './support/fixtures.ts';
import { test } from './support/test-clients.ts';

const foreignToNurse = [
  { address: wardAddress('Erdgeschoss'), names: /Lindenau|Erdgeschoss|Zimmer/ },
  { address: wardAddress('Aile Est'), names: /Ambrelle|Résidence|Aile|Chambre/ },
  { address: locationAddress('Søbakken'), names: /Ambrelle|Søbakken|Ærøfløjen|Østfløjen/ },
  { address: clientAddress('Ambrelle & Søholm'), names: /Ambrelle|Résidence|Søbakken/ },
];

test('[AUTH-2] [API-6] a nurse at the address of a foreign place is told that there is nothing, and gets nothing of it', async ({
  page,
  console,
}) => {
  await signIn(page, 'nurse');
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  for (const { address, names } of foreignToNurse) await expectNothingOf(page, names, () => page.goto(address));
  expectOnlyRefusals(console);
});

test('[AUTH-2] a manager who asks for the ward of another client during the sign-in gets nothing of it', async ({
  page,
  console,
  createClients,
}) => {
  const addressOf = await createClients({ 'Cedar Care': { 'Cedar House': ['Cedar Ward'] } });
  await expectNothingOf(page, /Cedar/, () => signIn(page, 'manager', addressOf('Cedar Ward')));
  await page.getByRole('main').getByRole('link', { name: 'Home' }).last().click();
  await expect(page.getByRole('heading', { name: 'Choose a client' })).toBeVisible();
  await expect(page.getByText('Cedar')).toHaveCount(0);
  expectOnlyRefusals(console);
});

/** Neither on the screen nor in what the server sent. Each question that got a 404 was asked once. */
async function expectNothingOf(page: Page, names: RegExp, go: () => Promise<unknown>): Promise<void> {
  const answers: { url: string; status: number; body: Promise<string> }[] = [];
  const note = (response: Response) => {
    const url = response.url();
    if (!new URL(url).pathname.startsWith('/api/')) return;
    // The body of a live connection would never end.
    const body = !response.ok() || url.includes('/events') ? Promise.resolve('') : response.text();
    answers.push({ url, status: response.status(), body });
  };
  page.on('response', note);
  await go();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Home']);
  page.off('response', note);
  expect(await page.locator('body').innerText()).not.toMatch(names);
  const bodies = await Promise.all(answers.map(({ body }) => body));
  expect(bodies.join('\n')).not.toMatch(names);
  expect(answers.filter(({ url, status }) => url.includes('/events') && status < 400)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 404).map(({ url }) => url);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused).toEqual([...new Set(refused)]);
}

function expectOnlyRefusals(console: string[]): void {
  const lines = console.splice(0);
  expect(lines.filter((line) => !line.includes('404'))).toEqual([]);
}
