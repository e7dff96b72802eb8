/** A new home is set up in the browser alone, from the first start of the program to a card that a report has changed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { freePort } from '../../../scripts/services/ports.ts';
import { startServerProcess } from '../../support/app/server-process.ts';
import { expectNoViolations } from '../support/accessibility.ts';

interface EmptyHome {
  readonly url: string;
  /** The link that the program printed. */
  readonly link: string;
}

const test = base.extend<{ home: EmptyHome }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
  home: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'room-status-first-'));
    const [port, mqttPort] = [await freePort(), await freePort()];
    const settings = { DATA_DIR: folder, PORT: String(port), MQTT_PORT: String(mqttPort) };
    const server = startServerProcess(settings, ['--no-demo']);
    const link = /http:\S+\/setup#\S+/.exec(await server.untilOutput('Ctrl-C stops it'))?.[0] ?? '';
    await provide({ url: `http://localhost:${port}`, link });
    server.signal('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  },
});

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

const password = 'a long password of Berta';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function createAccount(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Berta B.');
  await page.getByLabel('Username').fill('berta');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account and log in' }).click();
}

async function signIn(page: Page): Promise<void> {
  await page.waitForURL('**/idp/sign-in/**');
  await page.getByLabel('Username').fill('berta');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Sends the report of a `curl` line. */
async function runCurlLine(line: string): Promise<number> {
  const [, url = ''] = /POST (\S+)/.exec(line) ?? [];
  const [, authorization = ''] = /"Authorization: ([^"]+)"/.exec(line) ?? [];
  const [, body = ''] = /-d '([^']+)'/.exec(line) ?? [];
  const headers = { authorization, 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

test('the link of the first start leads to a board with the first report, without a finding of axe', async ({
  page,
  home,
}) => {
  await page.goto(home.link);
  await expect(heading(page, 'Your account')).toBeVisible();
  await expectNoViolations(page);
  await createAccount(page);
  await expect(page).toHaveURL(/\/idp\/sign-in\//);
  await expect(page.getByLabel('Username')).toHaveValue('berta');
  await signIn(page);

  await expect(heading(page, 'Your home')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Name of the home').fill('Harbour House');
  await page.getByRole('button', { name: 'Create 24 rooms' }).click();

  await expect(heading(page, 'Your first device')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByText('Nothing heard yet')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
  await expect(
    page.getByText(/^mosquitto_pub .* roomstatus\/harbour-house\/room-1\/status -m out_of_bed$/),
  ).toBeVisible();
  await expectNoViolations(page);
  const line = await page.getByText(/^curl /).textContent();
  expect(await runCurlLine(line ?? '')).toBe(200);

  await expect(page.getByText('Heard: Room 1, Out of bed')).toBeVisible();
  await page.getByRole('button', { name: 'Open the board' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Room 1' }).first();
  await expect(card).toContainText('Out of bed');
  await expect(page.getByRole('article')).toHaveCount(24);
});

test('the set-up can be left at each step, and continues there', async ({ page, home }) => {
  await page.goto(`${home.url}/setup`);
  await page.getByLabel('Code').fill(home.link.split('#')[1]?.toLowerCase().replaceAll('-', '') ?? '');
  await page.route('**/api/setup/code', (route) => route.abort());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('The server does not answer. Try again.');
  await page.unroute('**/api/setup/code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'Your account')).toBeVisible();
  await page.reload();
  await createAccount(page);
  await page.waitForURL('**/idp/sign-in/**');

  await page.goto(home.link);
  await expect(page.getByRole('alert')).toHaveText('This code was used already. Log in with your account.');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await signIn(page);
  await expect(heading(page, 'Your home')).toBeVisible();
  await page.goto(home.url);
  await expect(heading(page, 'Your home')).toBeVisible();
  await page.getByLabel('Name of the home').fill('<b>Å</b> 🏠');
  await page.getByLabel('to room').fill('0');
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(page.getByText('The last number is smaller than the first.')).toBeVisible();
  await page.getByLabel('to room').fill('1');
  await page.getByRole('button', { name: 'Create 1 room' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByText('Nothing heard yet')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Nothing heard yet')).toBeVisible();
  await page.getByRole('button', { name: 'Make another key' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const line = (await page.getByText(/^curl /).textContent()) ?? '';
  expect(await runCurlLine(line.replace('room-1', 'room-77'))).toBe(422);
  await expect(page.getByText(/^A device reports for \S+\/room-77, which does not exist\.$/)).toBeVisible();
  await expectNoViolations(page);
  expect(await runCurlLine(line)).toBe(200);
  await page.getByRole('button', { name: 'Open the board' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a guessed code is refused, and after five of them the page asks to wait', async ({ page, home }) => {
  await page.goto(`${home.url}/setup#0000`);
  await expect(page.getByRole('alert')).toContainText('This code is not known.');
  await expectNoViolations(page);
  for (let count = 1; count <= 5; count += 1) {
    await page.getByLabel('Code').fill(`000${count}`);
    // The form of the code before is shown until this code is checked.
    const checked = page.waitForResponse('**/api/setup/code');
    await page.getByRole('button', { name: 'Continue' }).click();
    await checked;
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await expect(page.getByRole('alert')).toHaveText('Too many wrong codes. Wait a minute and try again.');
});
