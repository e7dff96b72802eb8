import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../../support/app/start-app.ts';
import { wardAddress, wardNamed } from '../support/demo-addresses.ts';
import { expect, expectLive, headerOf, openSignedIn, test } from '../support/test-ward.ts';
import { navigationOf, nextNavigation, serviceWorkerReady } from '../support/connection-loss.ts';

test.use({ serviceWorkers: 'allow' });

test('[LIVE-3] a new version of the app reloads a board only on a click, although the page calls the server meanwhile', async ({
  page,
  console,
}) => {
  const app = await startTestApp();
  const replaced = replaceFiles(app);
  const notice = noticeOf(page);
  try {
    const ward = wardNamed('Ward 2 Sea View');
    const [room] = app.home.rooms.filter(({ wardUUID }) => wardUUID === ward.uuid);
    if (room === undefined) throw new Error(`${ward.displayName} has no room`);
    await openSignedIn(page, 'nurse', app.url + wardAddress(ward.displayName));
    await expectLive(page);
    await serviceWorkerReady(page);
    await expect(notice).toHaveCount(0);
    const firstNavigation = await navigationOf(page);
    const cards = page.getByRole('article');
    const position = await cards.first().boundingBox();
    await publish(page, replaced, 2);
    await expect(notice).toBeVisible();
    expect(await cards.first().boundingBox(), 'a tap must not hit the wrong card').toEqual(position);
    expect((await app.report(room.uuid, 'man_down')).status).toBe(200);
    await expect(headerOf(page, room.displayName).getByText('Fall detected')).toBeVisible();
    expect(await navigationOf(page)).toEqual(firstNavigation);
    expect(await hasWaitingWorker(page)).toBe(true);
    await callServerUntilReload(page);
    const updated = nextNavigation(page);
    await notice.getByRole('button', { name: 'Update now' }).click();
    await updated;
    await expectLive(page);
    expect(await hasWaitingWorker(page)).toBe(false);
    await expect(notice).toHaveCount(0);
    expect(console.splice(0)).toEqual([]);
  } finally {
    await page.close();
    await app.close();
  }
});

test('a new version that was activated in one tab is loaded in another tab on a click there', async ({
  page,
  context,
}) => {
  const app = await startTestApp();
  const replaced = replaceFiles(app);
  const second = await context.newPage();
  try {
    for (const tab of [page, second]) {
      await openSignedIn(tab, 'nurse', app.url + wardAddress('Ward 2 Sea View'));
      await expectLive(tab);
      await serviceWorkerReady(tab);
    }
    await publish(page, replaced, 2);
    for (const tab of [page, second]) {
      await expect(noticeOf(tab)).toBeVisible();
      const updated = nextNavigation(tab);
      await noticeOf(tab).getByRole('button', { name: 'Update now' }).click();
      await updated;
      await expectLive(tab);
      await expect(noticeOf(tab)).toHaveCount(0);
    }
  } finally {
    await Promise.all([page.close(), second.close()]);
    await app.close();
  }
});

const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready' });

/** Lets a test replace files of the web app. The server itself reads them once, at its start. */
function replaceFiles({ server }: TestApp): Map<string, string> {
  const replaced = new Map<string, string>();
  const http = server.fastify.server;
  const handlers = http.listeners('request');
  http.removeAllListeners('request');
  http.on('request', (request, response) => {
    const content = replaced.get(request.url?.split('?', 1)[0] ?? '');
    if (content === undefined) {
      for (const handle of handlers) Reflect.apply(handle, http, [request, response]);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(content);
  });
  return replaced;
}

/** Changes the service worker on the server and makes the page check for updates, which it also does every hour. */
async function publish(page: Page, replaced: Map<string, string>, version: number): Promise<void> {
  const worker = await readFile(join(import.meta.dirname, '../../../dist/web/service-worker.js'), 'utf8');
  replaced.set('/service-worker.js', `${worker}\n// version ${version}\n`);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

/**
 * Calls the server until the page reloads. NOTE: if the service worker handled these calls, the new version would often
 * wait for minutes until the old one is idle.
 */
async function callServerUntilReload(page: Page): Promise<void> {
  await page.evaluate(() => {
    const call = (): Promise<void> => fetch('/health').then(call, () => undefined);
    void call();
  });
}

function hasWaitingWorker(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}
