/** The screens of the first set-up and of the devices page, which need a home without rooms. */
import type { Page } from '@playwright/test';
import { freePort } from '../services/ports.ts';
import { startTestApp } from '../../tests/support/app/start-app.ts';

type TakeScreenshot = (name: string) => Promise<void>;

const password = 'a long password of Berta';

/** An empty home, as the first start leaves it. */
export async function startEmptyHome() {
  const app = await startTestApp({ args: ['--no-demo'], settings: { MQTT_PORT: String(await freePort()) } });
  await app.database.query.deleteFrom('device_key').execute();
  return app;
}

/** Goes from the printed link to the first report. `app` is an empty home. */
export async function visitSetUp(
  page: Page,
  app: Awaited<ReturnType<typeof startEmptyHome>>,
  takeScreenshot: TakeScreenshot,
): Promise<void> {
  await page.goto(`${app.url}/setup#${app.server.seeded.setupCode}`);
  await page.getByLabel('Your name').fill('Berta Baum');
  await page.getByLabel('Username').fill('berta');
  await page.getByLabel('Password').fill(password);
  await takeScreenshot('set-up-account');
  await page.getByRole('button', { name: 'Create account and log in' }).click();
  await page.waitForURL('**/idp/sign-in/**');
  await page.getByLabel('Username').fill('berta');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of the home').fill('Harbour House');
  await takeScreenshot('set-up-home');
  await page.getByRole('button', { name: 'Create 24 rooms' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const key = (await page.getByText(/^rsk_/).textContent()) ?? '';
  await takeScreenshot('set-up-device');
  await report(app.url, key, 'harbour-house/room-1');
  await page.getByText('Heard: Room 1').waitFor();
  await takeScreenshot('set-up-received');
  await report(app.url, key, 'harbour-house/room-25');
  await page.goto(`${app.url}/manage/devices`);
  await page.getByText('harbour-house/room-25').waitFor();
  await takeScreenshot('manage-devices');
}

async function report(url: string, key: string, room: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await fetch(`${url}/api/reports`, { method: 'POST', headers, body: JSON.stringify({ room, status: 'out_of_bed' }) });
}
