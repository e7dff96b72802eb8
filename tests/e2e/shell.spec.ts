/** How the shell that a page needs while its server is away comes, and is replaced by a newer one. */
import { appendFile, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { locationAddress, wardAddress, wardNamed } from './support/demo-addresses.ts';
import { signIn } from './support/fixtures.ts';
import { expect, expectLive, headerOf, test } from './support/test-ward.ts';
import {
  navigationOf,
  expectConsoleErrors,
  failedCalls,
  nextNavigation,
  serviceWorkerReady,
} from './support/connection-loss.ts';

const shellFailed = /^The page will not load while the server is down, reason: /;

test(
  '[LIVE-3] a new version waits while rooms are shown, is there at one click, and comes by itself where nobody is disturbed',
  { tag: '@wide' },
  async ({ page }) => {
    const site = await ownSite();
    const worker = join(site, 'service-worker.js');
    for (const packed of ['.br', '.gz']) await rm(worker + packed, { force: true });
    const app = await startTestApp({ webFolder: site });
    const notice = page.getByRole('status').filter({ hasText: 'A new version is ready' });
    try {
      await page.clock.install();
      const ward = wardNamed('Ward 2 Sea View');
      const [ada] = app.home.rooms.filter(({ wardUUID }) => wardUUID === ward.uuid);
      if (ada === undefined) throw new Error(`${ward.displayName} has no room`);
      await signIn(page, 'nurse', app.url + wardAddress(ward.displayName));
      await expectLive(page);
      await serviceWorkerReady(page);
      await expect(notice).toHaveCount(0);
      const first = await navigationOf(page);
      // Small screens have no room for it beside the way: nothing may move from beneath a finger.
      await page.setViewportSize({ width: 390, height: 844 });
      const cards = page.getByRole('article');
      const place = await cards.first().boundingBox();
      await publish(page, worker, 2);
      await expect(notice).toBeVisible();
      expect(await cards.first().boundingBox()).toEqual(place);
      await notice.scrollIntoViewIfNeeded();
      const end = await cards.last().boundingBox();
      expect((await notice.boundingBox())?.y).toBeGreaterThan((end?.y ?? Infinity) + (end?.height ?? 0));
      await page.setViewportSize({ width: 1440, height: 900 });
      // Half a minute later, as if nobody had touched anything.
      for (const status of ['Bathroom', 'Out of bed', 'In bed', 'Fall detected']) {
        await page.clock.fastForward(10_000);
        await report(app, ada.uuid, status.toLowerCase().replaceAll(' ', '_'));
        await expect(headerOf(page, ada.displayName).getByText(status)).toBeVisible();
      }
      expect(await navigationOf(page)).toEqual(first);
      expect(await isWaiting(page)).toBe(true);
      const updated = nextNavigation(page);
      await notice.getByRole('button', { name: 'Update now' }).click();
      await updated;
      await expectLive(page);
      expect(await isWaiting(page)).toBe(false);
      await expect(notice).toHaveCount(0);

      await page.goto(app.url + locationAddress('Harbour House'));
      await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
      await publish(page, worker, 3);
      await expect(notice).toBeVisible();
      const updatedByItself = nextNavigation(page);
      await page.clock.fastForward(30_000);
      await updatedByItself;
      await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
      expect(await isWaiting(page)).toBe(false);
      await expect(notice).toHaveCount(0);
    } finally {
      await page.close();
      await app.close();
      await rm(site, { recursive: true, force: true });
    }
  },
);

test(
  '[LIVE-3] a page that was on its way while the shell started is taken over by it as well',
  { tag: '@wide' },
  async ({ page, context }) => {
    const late = await context.newPage();
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await late.route('**/login', async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    });
    const arrival = late.goto('/login');
    await asked.promise;
    await page.goto('/login');
    await serviceWorkerReady(page);
    released.resolve();
    await arrival;
    await serviceWorkerReady(late);
  },
);

test(
  '[LIVE-3] a shell that could not be had whole is asked for again a minute later',
  { tag: '@wide' },
  async ({ page, console }) => {
    const site = await ownSite();
    const [picture, away] = [join(site, 'icon-192.png'), join(site, 'icon-192.away')];
    const app = await startTestApp({ webFolder: site });
    await rename(picture, away);
    try {
      await page.clock.install();
      const told = page.waitForEvent('console', (message) => shellFailed.test(message.text()));
      await page.goto(`${app.url}/login`);
      await told;
      await rename(away, picture);
      await page.clock.fastForward(60_000);
      await serviceWorkerReady(page);
      expectConsoleErrors(console, shellFailed, failedCalls);
    } finally {
      await page.close();
      await app.close();
      await rm(site, { recursive: true, force: true });
    }
  },
);

/** A copy of the built site, of which a test may change the files. */
async function ownSite(): Promise<string> {
  const site = await mkdtemp(join(tmpdir(), 'room-status-site-'));
  await cp(join(import.meta.dirname, '../../dist/web'), site, { recursive: true });
  return site;
}

async function report({ url, deviceKey }: TestApp, stream: string, status: string): Promise<void> {
  const answer = await fetch(`${url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ stream, status }),
  });
  expect(answer.status).toBe(200);
}

/** There is a newer version, and the page asks for it, as it does every hour. */
async function publish(page: Page, worker: string, version: number): Promise<void> {
  await appendFile(worker, `\n// version ${version}\n`);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

function isWaiting(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}
