/** Sets up a new home in the browser only, from the first start of the server to a card that a report has changed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { freePort } from '../../../scripts/services/ports.ts';
import { startServerProcess } from '../../support/app/server-process.ts';
import { expectNoViolations } from '../support/accessibility.ts';

interface EmptyHome {
  readonly url: string;
  /** The link with the setup code, which the server prints at its first start. */
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

test.use({ serviceWorkers: 'allow' });

const password = 'a long password of Berta';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function signIn(page: Page): Promise<void> {
  await page.waitForURL('**/idp/sign-in/**');
  await page.getByLabel('Username').fill('berta');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Sends the report of a `curl` line, as an installer who copies the line would. Resolves to the HTTP status. */
async function runCurlLine(line: string): Promise<number> {
  const [, url = ''] = /POST (\S+)/.exec(line) ?? [];
  const [, authorization = ''] = /"Authorization: ([^"]+)"/.exec(line) ?? [];
  const [, body = ''] = /-d '([^']+)'/.exec(line) ?? [];
  const headers = { authorization, 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

test('the link that the server prints at its first start leads through the set-up to a board with the first report, without a finding of axe', async ({
  page,
  home,
}) => {
  await page.goto(home.link);
  await expect(heading(page, 'Your account')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Your name').fill('Berta B.');
  await page.getByLabel('Username').fill('berta');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account and log in' }).click();
  await expect(page).toHaveURL(/\/idp\/sign-in\//);
  await expect(page.getByLabel('Username')).toHaveValue('berta');
  // After the user has left the set-up, its link leads to the login, and the start page leads to its next step.
  await page.goto(home.link);
  await expect(page.getByRole('alert')).toHaveText('This code was used already. Log in with your account.');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await signIn(page);
  await expect(heading(page, 'Your home')).toBeVisible();
  await page.goto(home.url);

  await expect(heading(page, 'Your home')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Name of the home').pressSequentially('Harbour House');
  await page.getByRole('button', { name: 'Create 24 rooms' }).click();

  await expect(heading(page, 'Your first device')).toBeVisible();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByText('Nothing heard yet')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
  await expect(
    page.getByText(/^mosquitto_pub .* roomstatus\/harbour-house\/room-1\/status -m out_of_bed$/),
  ).toBeVisible();
  await expectNoViolations(page);
  await expect(page.getByText('This address works on this machine only.')).toBeVisible();
  await expect(page.getByText('HOST=0.0.0.0', { exact: true })).toBeVisible();
  const line = (await page.getByText(/^curl /).textContent()) ?? '';
  expect(await runCurlLine(line.replace('room-1', 'room-77'))).toBe(422);
  await expect(page.getByText(/^A device reports for \S+\/room-77, which does not exist\.$/)).toBeVisible();
  expect(await runCurlLine(line)).toBe(200);

  await expect(page.getByText('Heard: Room 1, Out of bed')).toBeVisible();
  await page.getByRole('button', { name: 'Open the board' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Room 1' }).first();
  await expect(card).toContainText('Out of bed');
  await expect(page.getByRole('article')).toHaveCount(24);
  await expect(page.getByRole('article').filter({ hasText: 'No device yet' })).toHaveCount(23);
  await expect(page.getByText('No device yet · 23')).toBeVisible();
  await page.goto(`${home.url}/manage/status`);
  await expect(page.getByText('Rooms without a device: 23 of 24')).toBeVisible();
  await expect(page.getByText('Something needs attention')).toBeVisible();
});
