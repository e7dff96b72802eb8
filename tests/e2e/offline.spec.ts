import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../support/start-app.ts';
import { locationAddress, wardAddress, wardNamed } from './support/demo-addresses.ts';
import { signIn } from './support/fixtures.ts';
import { cardOf, connection, expect, expectLive, headerOf, openBoard, test } from './support/own-ward.ts';
import {
  birthOf,
  expectTrouble,
  failedCalls,
  listFailed,
  liveFailed,
  nextBirth,
  shellReady,
} from './support/outage.ts';

test.afterEach(({ path }) => path.mend());

test(
  '[LIVE-3] with the server away the page still opens at its address, and goes on by itself when it is back',
  { tag: '@wide' },
  async ({ page, context, path, furnish, console }) => {
    const ward = await furnish(['Room 1', 'Room 2']);
    await openBoard(page, ward);
    await shellReady(page);
    path.cut();
    const another = await context.newPage();
    await another.goto(`${ward.address}?from=pager#room-1`);
    expect(new URL(another.url()).search + new URL(another.url()).hash).toBe('?from=pager#room-1');
    await expect(another).toHaveTitle('Room Status');
    await expect(another.getByText('Loading streams...')).toBeVisible();
    await expect(connection(another)).toHaveText(/^Lost since \d\d:\d\d:\d\d$/);
    path.mend();
    await expect(connection(another)).toHaveText('Live', { timeout: 20_000 });
    await expect(cardOf(another, 'Room 1')).toBeVisible({ timeout: 20_000 });
    expectTrouble(console, liveFailed, failedCalls, listFailed, /^Problem retrieving /);
  },
);

test(
  '[LIVE-3] a gateway that answers for a server that is away does not take the place of the page',
  { tag: '@wide' },
  async ({ page, context, furnish, console }) => {
    const ward = await furnish(['Room 1']);
    await openBoard(page, ward);
    await shellReady(page);
    let answered = 0;
    await context.route(`**${ward.address}`, async (route) => {
      answered += 1;
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<title>Bad gateway</title>' });
    });
    await page.reload();
    await expectLive(page);
    await expect(cardOf(page, 'Room 1')).toBeVisible();
    expect(answered).toBe(1);
    expect(console.splice(0)).toEqual([]);
  },
);

test(
  '[API-1] [AUTH-1] nothing of the API or of the sign-in is ever kept, nor answered by the shell',
  { tag: '@wide' },
  async ({ page, path, furnish, console }) => {
    const ward = await furnish(['Room 1']);
    await openBoard(page, ward);
    await shellReady(page);
    // Once more, now that whatever is fetched passes by the shell.
    await page.reload();
    await expectLive(page);
    const kept = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
      }
      return urls;
    });
    expect(kept).toContain('/');
    expect(kept.filter((url) => /^\/(api|idp|health)/.test(url))).toEqual([]);
    const anywhere = await page.evaluate(async () => {
      const texts: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '');
      }
      return texts.join();
    });
    expect(anywhere).not.toContain('Room 1');

    path.cut();
    const calls = [
      '/api/clients',
      '/api/openapi.json',
      '/idp/.well-known/openid-configuration',
      '/idp/jwks',
      '/health',
    ];
    for (const call of calls) {
      const answer = await page.evaluate(
        (url) =>
          fetch(url).then(
            ({ status }) => `answered ${status}`,
            () => 'no answer',
          ),
        call,
      );
      expect(answer, call).toBe('no answer');
    }
    const other = await page.context().newPage();
    for (const address of ['/api/openapi.json', '/idp/auth?client_id=room-status-web', '/health']) {
      await expect(other.goto(address), address).rejects.toThrow('net::ERR');
    }
    expectTrouble(console, failedCalls, liveFailed);
  },
);

test(
  '[LIVE-3] a new version waits while rooms are shown, is there at one click, and comes by itself where nobody is disturbed',
  { tag: '@wide' },
  async ({ page }) => {
    const site = await mkdtemp(join(tmpdir(), 'room-status-site-'));
    await cp(join(import.meta.dirname, '../../dist/web'), site, { recursive: true });
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
      await shellReady(page);
      await expect(notice).toHaveCount(0);
      const first = await birthOf(page);
      await publish(page, worker, 2);
      await expect(notice).toBeVisible();
      // Half a minute later, as if nobody had touched anything.
      for (const status of ['In bathroom', 'Out of bed', 'In bed', 'Man down']) {
        await page.clock.fastForward(10_000);
        await report(app, ada.uuid, status.toLowerCase().replaceAll(' ', '_'));
        await expect(headerOf(page, ada.displayName).getByText(status)).toBeVisible();
      }
      expect(await birthOf(page)).toEqual(first);
      expect(await isWaiting(page)).toBe(true);
      const updated = nextBirth(page);
      await notice.getByRole('button', { name: 'Update now' }).click();
      await updated;
      await expectLive(page);
      expect(await isWaiting(page)).toBe(false);
      await expect(notice).toHaveCount(0);

      await page.goto(app.url + locationAddress('Harbour House'));
      await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
      await publish(page, worker, 3);
      await expect(notice).toBeVisible();
      const updatedByItself = nextBirth(page);
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
