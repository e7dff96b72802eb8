/** Tests of a board behind a gateway whose servers are down or are updated one after the other. */
import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../../support/app/start-app.ts';
import { wardAddress, wardNamed } from '../support/demo-addresses.ts';
import { signIn } from '../support/fixtures.ts';
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
  await signIn(page, 'nurse', gateway.url + wardAddress(ward.displayName));
  await expectLive(page);
};

test('[LIVE-3] a new version whose files the gateway does not deliver does not replace the cached page', async ({
  page,
  console,
}) => {
  await open(page);
  await serviceWorkerReady(page);
  gateway.mixVersions();
  await expectLive(page);
  expect(await page.evaluate(tryUpdate)).toBe('redundant');
  // A page whose script is missing is not shown after a reload either.
  await page.reload();
  await expectLive(page);
  await expect(headerOf(page, room)).toBeVisible();

  const reload = nextNavigation(page);
  gateway.refuse();
  expect((await reload).by).toBe('reload');
  await expect(headerOf(page, room)).toBeVisible();
  gateway.pass();
  await expect(connection(page)).toHaveText('Live', { timeout: 20_000 });
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
    await expect.poll(() => gateway.refused, { timeout: 15_000 }).toContain('HEAD /');
    await expect(headerOf(page, room)).toBeVisible();
    gateway.pass();
    await expect(connection(page)).toHaveText('Live', { timeout: 20_000 });
    await expect(headerOf(page, room)).toBeVisible();
    expectConsoleErrors(
      console,
      liveFailed,
      failedCalls,
      listFailed,
      /^Problem retrieving /,
      /^The page will not load while the server is down|^Service Worker registration blocked/,
    );
  });
});

/** Checks for an update and returns the final state of the new service worker. Runs in the page. */
async function tryUpdate(): Promise<string> {
  const registration = await navigator.serviceWorker.ready;
  const end = new Promise<string>((resolve) => {
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (['installed', 'redundant'].includes(installing.state)) resolve(installing.state);
      });
    });
  });
  await registration.update();
  return end;
}
