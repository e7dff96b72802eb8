/** The page while the server is down, served by the service worker. */
import { coveredElements } from '../support/covered-elements.ts';
import { cardOf, connection, expect, expectLive, openBoard, test } from '../support/test-ward.ts';
import {
  expectConsoleErrors,
  failedCalls,
  listFailed,
  liveFailed,
  serviceWorkerReady,
} from '../support/connection-loss.ts';

test('[LIVE-3] while the server is down a page opens at its address with a warning, and it goes live when the server is back', async ({
  page,
  context,
  network,
  createWard,
  console,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  await openBoard(page, ward);
  await serviceWorkerReady(page);
  network.cut();
  const another = await context.newPage();
  await another.goto(`${ward.address}?from=pager#room-1`);
  expect(new URL(another.url()).search + new URL(another.url()).hash).toBe('?from=pager#room-1');
  await expect(another).toHaveTitle('Room Status');
  await expect(another.getByText('Loading streams...')).toBeVisible();
  await expect(connection(another)).toHaveText(/^Offline since \d\d:\d\d:\d\d$/);
  const notice = another.getByRole('alert');
  await expect(notice).toHaveText('No connection. This screen shows no rooms. Go and check the rooms.');
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 640 },
    { width: 740, height: 360 },
  ]) {
    await another.setViewportSize(viewport);
    expect(await coveredElements(another), 'nothing covers the warning').toEqual([]);
  }
  network.mend();
  await expect(connection(another)).toHaveText('Live', { timeout: 20_000 });
  await expect(notice).toHaveCount(0);
  await expect(cardOf(another, 'Room 1')).toBeVisible({ timeout: 20_000 });
  expectConsoleErrors(console, liveFailed, failedCalls, listFailed, /^Problem retrieving /);
});

test('[API-1] [AUTH-1] the service worker neither caches nor answers requests to the API and the sign-in', async ({
  page,
  network,
  createWard,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  await openBoard(page, ward);
  await serviceWorkerReady(page);
  // After the reload all requests go through the service worker.
  await page.reload();
  await expectLive(page);
  const cachedPaths = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    }
    return urls;
  });
  expect(cachedPaths).toContain('/');
  expect(cachedPaths.filter((url) => /^\/(api|idp|health)/.test(url))).toEqual([]);
  const cachedText = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join();
  });
  expect(cachedText).not.toContain('Room 1');

  network.cut();
  const calls = ['/api/clients', '/api/openapi.json', '/idp/.well-known/openid-configuration', '/idp/jwks', '/health'];
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
  expectConsoleErrors(console, failedCalls, liveFailed);
});
