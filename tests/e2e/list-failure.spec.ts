import type { Page, Route } from '@playwright/test';
import { clientAddress, locationAddress } from './support/demo-addresses.ts';
import { expect, signIn, test } from './support/fixtures.ts';

const lists = [
  {
    list: 'clients',
    address: '/',
    title: 'Loading customers...',
    heading: 'Choose a client',
    fail: (route: Route) => problem(route, 503, 'The database is being restored.'),
    reason: '503 The database is being restored.',
  },
  {
    list: 'locations',
    address: clientAddress('Birkenfjord Care'),
    title: 'Loading locations...',
    heading: 'Choose a location',
    fail: (route: Route) => route.abort('connectionrefused'),
    reason: 'Failed to fetch',
  },
  {
    list: 'wards',
    address: locationAddress('Harbour House'),
    title: 'Loading wards...',
    heading: 'Choose a ward',
    // A gateway that answers in place of a server that is away.
    fail: (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    reason: '502 Bad Gateway',
  },
];

for (const { list, address, title, heading, fail, reason } of lists) {
  test(
    `[LIST-11] [API-6] ${list} that cannot be loaded: three attempts, a line in the console, still loading, and loaded by themselves later`,
    { tag: '@wide' },
    async ({ page, console }) => {
      await signIn(page, 'manager', '/nowhere');
      const attempts: number[] = [];
      const isMeant = ({ pathname }: URL) => pathname === `/api/${list}`;
      await page.route(isMeant, async (route) => {
        attempts.push(Date.now());
        await fail(route);
      });
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('Problem'));
      await page.goto(address);
      await logged;

      const [first = 0, second = 0, third = 0, ...more] = attempts;
      expect(more).toEqual([]);
      for (const pause of [second - first, third - second]) {
        expect(pause).toBeGreaterThanOrEqual(1_990);
        expect(pause).toBeLessThan(4_000);
      }
      await expectStillLoading(page, title);

      await page.unroute(isMeant);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 10_000 });
      await expect(page.getByText(title)).toBeHidden();
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
      const ours = console.splice(0).filter((line) => !line.startsWith('Failed to load resource:'));
      expect(ours).toEqual([`Problem retrieving ${list}, reason: ${reason}`]);
    },
  );
}

/** The overlay, and no word of an error. */
async function expectStillLoading(page: Page, title: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('status')).toHaveText(title);
  await expect(main.getByRole('status')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await main.innerText()).not.toMatch(/problem|error|fail|reason|restored|gateway|50\d/i);
}

function problem(route: Route, status: number, detail: string): Promise<void> {
  const body = { type: 'about:blank', title: 'Service Unavailable', status, detail, code: 'unavailable' };
  return route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(body) });
}
