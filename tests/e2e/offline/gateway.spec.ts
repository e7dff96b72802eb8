import { startTestApp } from '../../support/app/start-app.ts';
import { wardAddress, wardNamed } from '../support/demo-addresses.ts';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { connection, expect, expectLive, headerOf, openSignedIn, test } from '../support/test-ward.ts';
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

test('[LIVE-3] a new version of the app whose files the gateway does not deliver does not replace the cached page', async ({
  page,
  console,
}) => {
  const gateway = await startFakeGateway(() => app.port);
  const app = await startTestApp({ settings: { ROOM_STATUS_URL: gateway.url } });
  const room = app.home.rooms.find(({ wardUUID }) => wardUUID === ward.uuid)?.displayName ?? '';
  await openSignedIn(page, 'nurse', gateway.url + wardAddress(ward.displayName));
  await expectLive(page);
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
  await page.close();
  await app.close();
  await gateway.close();
});

/** The state of the service worker that would replace the active one. Runs in the page. */
async function newServiceWorker(): Promise<string> {
  const { installing, waiting } = await navigator.serviceWorker.ready;
  return (installing ?? waiting)?.state ?? 'none';
}
