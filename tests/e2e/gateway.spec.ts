/** A board behind a gateway whose servers are away, or are being replaced one after the other. */
import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { wardAddress, wardNamed } from './support/demo-addresses.ts';
import { signIn } from './support/fixtures.ts';
import { type FakeGateway, startFakeGateway } from './support/fake-gateway.ts';
import { connection, expect, expectLive, headerOf, test } from './support/test-ward.ts';
import {
  expectConsoleErrors,
  failedCalls,
  listFailed,
  liveFailed,
  nextNavigation,
  serviceWorkerReady,
} from './support/connection-loss.ts';

const ward = wardNamed('Ward 2 Sea View');
let front: FakeGateway;
let app: TestApp;
let room: string;

test.beforeEach(async () => {
  front = await startFakeGateway(() => app.port);
  app = await startTestApp({ settings: { ROOM_STATUS_URL: front.url } });
  room = app.home.rooms.find(({ wardUUID }) => wardUUID === ward.uuid)?.displayName ?? '';
});
test.afterEach(async ({ page }) => {
  await page.close();
  await app.close();
  await front.close();
});

const open = async (page: Page) => {
  await signIn(page, 'nurse', front.url + wardAddress(ward.displayName));
  await expectLive(page);
};

test(
  '[LIVE-3] a version that is only half there takes nothing of the page that is kept, and the board outlives an outage',
  { tag: '@wide' },
  async ({ page, console }) => {
    await open(page);
    await serviceWorkerReady(page);
    front.mixVersions();
    await expectLive(page);
    expect(await page.evaluate(tryUpdate)).toBe('redundant');
    // Nor is a page shown without its script.
    await page.reload();
    await expectLive(page);
    await expect(headerOf(page, room)).toBeVisible();

    const reload = nextNavigation(page);
    front.refuse();
    expect((await reload).by).toBe('reload');
    await expect(headerOf(page, room)).toBeVisible();
    front.pass();
    await expect(connection(page)).toHaveText('Live', { timeout: 20_000 });
    expectConsoleErrors(console, liveFailed, failedCalls, listFailed, /^Problem retrieving /, /service worker/i);
  },
);

test.describe('in a browser that keeps nothing', () => {
  test.use({ serviceWorkers: 'block' });

  test(
    '[LIVE-3] the page of a gateway does not take the place of the last known rooms',
    { tag: '@wide' },
    async ({ page, console }) => {
      await open(page);
      front.refuse();
      await expect(connection(page)).toHaveText(/^Offline since /);
      await expect.poll(() => front.refused, { timeout: 15_000 }).toContain('HEAD /');
      await expect(headerOf(page, room)).toBeVisible();
      front.pass();
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
    },
  );
});

/** Runs in the page: what became of the newer version that the browser was offered. */
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
