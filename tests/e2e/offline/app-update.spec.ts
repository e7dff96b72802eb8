/** Tests of installing and updating the service worker, which serves the page while the server is down. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../../support/app/start-app.ts';
import { locationAddress, wardAddress, wardNamed } from '../support/demo-addresses.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { expect, expectLive, headerOf, test } from '../support/test-ward.ts';
import {
  navigationOf,
  expectConsoleErrors,
  failedCalls,
  liveFailed,
  nextNavigation,
  serviceWorkerReady,
} from '../support/connection-loss.ts';

test.use({ serviceWorkers: 'allow' });

const installFailed = /^The page will not load while the server is down, reason: /;

test('[LIVE-3] a new version reloads a board only on a click, and an idle list page by itself after 30 s', async ({
  page,
  console,
}) => {
  const app = await startTestApp();
  const replaced = replaceFiles(app);
  const notice = page.getByRole('status').filter({ hasText: 'A new version is ready' });
  try {
    await page.clock.install();
    const ward = wardNamed('Ward 2 Sea View');
    const [room] = app.home.rooms.filter(({ wardUUID }) => wardUUID === ward.uuid);
    if (room === undefined) throw new Error(`${ward.displayName} has no room`);
    await openSignedIn(page, 'nurse', app.url + wardAddress(ward.displayName));
    await expectLive(page);
    await serviceWorkerReady(page);
    await expect(notice).toHaveCount(0);
    const firstNavigation = await navigationOf(page);
    // On a small screen the notice must not move the cards, because a tap could hit the wrong card.
    await page.setViewportSize({ width: 390, height: 844 });
    const cards = page.getByRole('article');
    const position = await cards.first().boundingBox();
    await publish(page, replaced, 2);
    await expect(notice).toBeVisible();
    expect(await cards.first().boundingBox()).toEqual(position);
    await notice.scrollIntoViewIfNeeded();
    const end = await cards.last().boundingBox();
    expect((await notice.boundingBox())?.y).toBeGreaterThan((end?.y ?? Infinity) + (end?.height ?? 0));
    await page.setViewportSize({ width: 1440, height: 900 });
    // After 30 s without input a list page would update by itself. The board is idle for 40 s and must not.
    for (const [status, text] of [
      ['in_bathroom', 'Bathroom'],
      ['out_of_bed', 'Out of bed'],
      ['in_bed', 'In bed'],
      ['man_down', 'Fall detected'],
    ] as const) {
      await page.clock.fastForward(10_000);
      expect((await app.report(room.uuid, status)).status).toBe(200);
      await expect(headerOf(page, room.displayName).getByText(text)).toBeVisible();
    }
    expect(await navigationOf(page)).toEqual(firstNavigation);
    expect(await hasWaitingWorker(page)).toBe(true);
    const updated = nextNavigation(page);
    await notice.getByRole('button', { name: 'Update now' }).click();
    await updated;
    await expectLive(page);
    expect(await hasWaitingWorker(page)).toBe(false);
    await expect(notice).toHaveCount(0);

    await page.goto(app.url + locationAddress('Harbour House'));
    await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
    await publish(page, replaced, 3);
    await expect(notice).toBeVisible();
    await callServerUntilReload(page);
    const updatedByItself = nextNavigation(page);
    await page.clock.fastForward(30_000);
    await updatedByItself;
    await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
    expect(await hasWaitingWorker(page)).toBe(false);
    await expect(notice).toHaveCount(0);
    // For the live connection of the list nothing arrived in the 30 s that the clock was moved forward.
    expect(console.splice(0).filter((message) => !liveFailed.test(message))).toEqual([]);
  } finally {
    await page.close();
    await app.close();
  }
});

test('[LIVE-3] the service worker controls a page that loads while the worker activates', async ({ page, context }) => {
  const late = await context.newPage();
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await late.route('**/login', async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  const loading = late.goto('/login');
  await requested.promise;
  await page.goto('/login');
  await serviceWorkerReady(page);
  released.resolve();
  await loading;
  await serviceWorkerReady(late);
});

test('[LIVE-3] a failed first service worker installation is repeated after a minute', async ({ page, console }) => {
  const app = await startTestApp();
  const replaced = replaceFiles(app);
  replaced.set('/icon-192.png', undefined);
  try {
    await page.clock.install();
    const warning = page.waitForEvent('console', (message) => installFailed.test(message.text()));
    await page.goto(`${app.url}/login`);
    await warning;
    replaced.clear();
    await page.clock.fastForward(60_000);
    await serviceWorkerReady(page);
    expectConsoleErrors(console, installFailed, failedCalls);
  } finally {
    await page.close();
    await app.close();
  }
});

/** Contents of files by their path; undefined: the file is missing. */
type ReplacedFiles = Map<string, string | undefined>;

/** Lets a test replace files of the web app. The server itself reads them once, at its start. */
function replaceFiles({ server }: TestApp): ReplacedFiles {
  const replaced: ReplacedFiles = new Map();
  const http = server.fastify.server;
  const handlers = http.listeners('request');
  http.removeAllListeners('request');
  http.on('request', (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (!replaced.has(path)) {
      for (const handle of handlers) Reflect.apply(handle, http, [request, response]);
      return;
    }
    const content = replaced.get(path);
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' };
    response.writeHead(content === undefined ? 404 : 200, headers).end(content);
  });
  return replaced;
}

/** Changes the service worker on the server and makes the page check for updates, which it also does every hour. */
async function publish(page: Page, replaced: ReplacedFiles, version: number): Promise<void> {
  const worker = await readFile(join(import.meta.dirname, '../../../dist/web/service-worker.js'), 'utf8');
  replaced.set('/service-worker.js', `${worker}\n// version ${version}\n`);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

/** NOTE: if the service worker got these calls, the new version would often wait for minutes until the old one is idle. */
async function callServerUntilReload(page: Page): Promise<void> {
  await page.evaluate(() => {
    const call = (): Promise<void> => fetch('/health').then(call, () => undefined);
    void call();
  });
}

function hasWaitingWorker(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}
