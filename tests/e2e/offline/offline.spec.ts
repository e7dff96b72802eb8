import { coveredElements } from '../support/layout/covered-elements.ts';
import { cardOf, connection, expect, expectLive, test } from '../support/test-ward.ts';
import type { Page } from '@playwright/test';
import { serviceWorkerReady } from '../support/connection-loss.ts';

test.use({ serviceWorkers: 'allow' });

test('[LIVE-3] a page opens with a warning while the server is down, and goes live when the server is back', async ({
  page,
  context,
  network,
  openWard,
}) => {
  const ward = await openWard(['Room 1', 'Room 2']);
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
  await expect(connection(another)).toHaveText('Live');
  await expect(notice).toHaveCount(0);
  await expect(cardOf(another, 'Room 1')).toBeVisible();
});

test('[API-1] [AUTH-1] the service worker ignores the API and the sign-in', async ({ page, network, openWard }) => {
  await openWard(['Room 1']);
  await serviceWorkerReady(page);
  // After the reload the service worker receives all requests of the page.
  await page.reload();
  await expectLive(page);
  const cached = await page.evaluate(async () => {
    const entries: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        entries.push({ path: new URL(request.url).pathname, text });
      }
    }
    return entries;
  });
  await page.evaluate(async () => (await fetch('/health')).text());
  await expect.poll(() => callsOf(page)).toContainEqual({ path: '/health', source: 'network' });
  expect((await callsOf(page)).filter(({ source }) => source !== 'network')).toEqual([]);
  const paths = cached.map(({ path }) => path);
  expect(paths).toContain('/');
  expect(paths.filter((path) => /^\/(api|idp|health)/.test(path))).toEqual([]);
  // Files of the app are left out, because the texts of the administration name a room as an example.
  const answers = cached.filter(({ path }) => !path.startsWith('/assets/'));
  expect(answers.filter(({ text }) => text.includes('Room 1'))).toEqual([]);

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
});

/**
 * The answered calls of the API and of /health. The source `network` means that the browser did not ask the service
 * worker. A call that the page has cancelled has no source.
 */
function callsOf(page: Page) {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => Reflect.get(entry, 'responseStatus') !== 0)
      .map((entry) => ({
        path: new URL(entry.name).pathname,
        source: String(Reflect.get(entry, 'workerFinalSourceType')),
      }))
      .filter(({ path }) => /^\/(api\/|health$)/.test(path)),
  );
}
