/** Tests of a board behind a gateway whose servers are down or are updated one after the other. */
import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../../support/app/start-app.ts';
import { wardAddress, wardNamed } from '../support/demo-addresses.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { type FakeGateway, startFakeGateway } from '../support/fake-gateway.ts';
import { connection, expect, expectLive, headerOf, test } from '../support/test-ward.ts';
import {
  expectConsoleErrors,
  failedCalls,
  listFailed,
  liveFailed,
  nextNavigation,
  serviceWorkerReady,
} from '../support/connection-loss.ts';

test.use({ serviceWorkers: 'allow' });

const ward = wardNamed('Ward 2 Sea View');
let gateway: FakeGateway;
let app: TestApp;
let room: string;

test.beforeEach(async () => {
  gateway = await startFakeGateway(() => app.port);
  app = await startTestApp({ settings: { ROOM_STATUS_URL: gateway.url } });
  room = app.home.rooms.find(({ wardUUID }) => wardUUID === ward.uuid)?.displayName ?? '';
});
test.afterEach(async ({ page }) => {
  await page.close();
  await app.close();
  await gateway.close();
});

const open = async (page: Page) => {
  await openSignedIn(page, 'nurse', gateway.url + wardAddress(ward.displayName));
  await expectLive(page);
};

test('[LIVE-3] a new version whose files the gateway does not deliver does not replace the cached page', async ({
  page,
  console,
}) => {
  await open(page);
  await serviceWorkerReady(page);
  const reconnected = page.waitForResponse('**/api/streams/events?*');
  gateway.mixVersions();
  // Until the board is connected again, it could reload and interrupt the update.
  await reconnected;
  await expectLive(page);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(gateway.nextScriptRequests).toBeGreaterThan(0);
  // The new service worker is discarded, because one of its files is missing.
  await expect.poll(() => page.evaluate(newServiceWorker)).toBe('none');
  // A page whose script is missing is not shown after a reload either.
  await page.reload();
  await expectLive(page);
  await expect(headerOf(page, room)).toBeVisible();

  const reload = nextNavigation(page);
  gateway.refuse();
  expect((await reload).by).toBe('reload');
  await expect(headerOf(page, room)).toBeVisible();
  gateway.pass();
  await expect(connection(page)).toHaveText('Live');
  expectConsoleErrors(console, liveFailed, failedCalls, listFailed, /^Problem retrieving /, /service worker/i);
});

test.describe(() => {
  test.use({ serviceWorkers: 'block' });

  test('[LIVE-3] without a service worker an error page of a gateway does not replace the last known rooms', async ({
    page,
    console,
  }) => {
    await open(page);
    gateway.refuse();
    await expect(connection(page)).toHaveText(/^Offline since /);
    await expect.poll(() => gateway.refused).toContain('HEAD /');
    await expect(headerOf(page, room)).toBeVisible();
    gateway.pass();
    await expect(connection(page)).toHaveText('Live');
    await expect(headerOf(page, room)).toBeVisible();
    expectConsoleErrors(console, liveFailed, failedCalls, listFailed, /^Problem retrieving /);
  });
});

/** The state of the service worker that would replace the active one. Runs in the page. */
async function newServiceWorker(): Promise<string> {
  const { installing, waiting } = await navigator.serviceWorker.ready;
  return (installing ?? waiting)?.state ?? 'none';
}
