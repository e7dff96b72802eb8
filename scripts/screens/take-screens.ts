/** `npm run screens`: takes screenshots of every screen of the running product into docs/screens. Its README.md lists them. */
import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startDemoDevices } from '../../src/server/app/start/demo-devices.ts';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { startTestApp } from '../../tests/support/app/start-app.ts';
import { startTcpProxy } from '../../tests/support/tcp-proxy.ts';
import { chromiumOptions } from '../setup/chromium.mjs';
import { visitManage, visitRoomScreens } from './manage-screens.ts';
import { visitPeople } from './people-screens.ts';
import { visitRooms } from './rooms-screens.ts';
import { startEmptyHome, visitSetUp } from './set-up-screens.ts';

const { nurseLocation, showcaseWard } = readDemoHome();

const folder = resolve(import.meta.dirname, '../../docs/screens');
const widths = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  narrow: { width: 390, height: 844 },
};

/** Opens each screen and takes its screenshot. */
async function visitScreens(page: Page, takeScreenshot: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'log in with' }).waitFor();
  await takeScreenshot('login');
  await page.getByRole('button', { name: 'log in with' }).click();
  await page.getByLabel('Username').waitFor();
  await takeScreenshot('sign-in');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill('room-status');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Client' }).first().waitFor();
  await takeScreenshot('clients');
  await page.goto(`/client/${nurseLocation.clientUUID}`);
  await page.getByRole('link', { name: nurseLocation.displayName }).first().waitFor();
  await page
    .getByText(/\d alerts?$/)
    .first()
    .waitFor();
  await takeScreenshot('locations');
  await page.goto(`/client/${nurseLocation.clientUUID}/location/${nurseLocation.uuid}`);
  await page.getByRole('link', { name: 'All wards' }).waitFor();
  await takeScreenshot('wards');
  await page.getByRole('link', { name: 'All wards' }).click();
  await page.getByRole('article').first().waitFor();
  await takeScreenshot('all-wards');
  await page.goBack();
  await page.getByRole('link', { name: showcaseWard.displayName }).first().click();
  await page.getByRole('article').first().waitFor();
  await page.mouse.click(5, 400);
  await takeScreenshot('ward');
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('table').waitFor();
  await takeScreenshot('ward-list');
  await page.getByRole('button', { name: 'Cards' }).click();
  proxy.cut();
  await page.getByRole('alert').waitFor();
  await takeScreenshot('ward-lost');
  proxy.mend();
}

async function takeAll(browser: Browser): Promise<void> {
  for (const [width, viewport] of Object.entries(widths)) {
    for (const theme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ baseURL: app.url, viewport, colorScheme: theme, locale: 'en-GB' });
      // The sound check of a shift is done.
      await context.addInitScript(() => localStorage.setItem('room-status:sound-check', `${Date.now()} heard`));
      const page = await context.newPage();
      const takeScreenshot = async (name: string) => {
        await page.evaluate(async () => document.fonts.ready);
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, animations: 'disabled' });
      };
      await visitScreens(page, takeScreenshot);
      await visitRooms(page, takeScreenshot);
      await visitPeople(page, takeScreenshot);
      await visitManage(page, takeScreenshot);
      const { clientUUID, uuid: locationUUID } = nurseLocation;
      const ward = `/client/${clientUUID}/location/${locationUUID}/ward/${showcaseWard.uuid}`;
      await visitRoomScreens(page, ward, takeScreenshot);
      const emptyHome = await startEmptyHome();
      await visitSetUp(page, emptyHome, takeScreenshot);
      await emptyHome.close();
      await context.close();
    }
  }
}

let appPort = 0;
// The proxy cuts the connection between browser and app for the screenshot `ward-lost`.
const proxy = await startTcpProxy(() => appPort);
const app = await startTestApp({ settings: { ROOM_STATUS_URL: `http://localhost:${proxy.port}` } });
appPort = app.port;
const demo = await startDemoDevices({
  database: app.database,
  bus: app.server.bus,
  apiBaseUrl: `http://localhost:${app.port}/api`,
  speed: 1,
  now: Date.now,
  log: app.server.fastify.log,
});
const browser = await chromium.launch(chromiumOptions);
try {
  await demo.filled;
  await takeAll(browser);
} finally {
  await browser.close();
  await demo.stop();
  await app.close();
  await proxy.close();
}
