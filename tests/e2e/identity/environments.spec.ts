import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../support/app/start-app.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { expect, fillInForm, test as base } from '../support/fixtures.ts';

const apiBaseUrl = 'https://api.example.test/v1';

interface Fixtures {
  /** One server with three origins: production, staging, and one that is not in the list. */
  readonly deployment: { readonly own: string; readonly staging: string; readonly unnamed: string };
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed
  deployment: async ({}, provide) => {
    const target = { port: 0 };
    const proxies = await Promise.all([1, 2, 3].map(() => startTcpProxy(() => target.port)));
    const [own = '', staging = '', unnamed = ''] = proxies.map(({ port }) => `http://localhost:${port}`);
    const shared = { issuer: `${own}/idp`, audience: '', apiBaseUrl: '/api' };
    const table = [
      {
        ...shared,
        name: 'production',
        origins: [own],
        clientId: 'room-status-web',
        providerName: 'Home ID',
        apiBaseUrl,
      },
      { ...shared, name: 'staging', origins: [staging], clientId: 'on-trial', providerName: 'Trial ID' },
      { ...shared, name: 'local', origins: [], clientId: 'at-the-desk', providerName: 'Desk ID' },
    ];
    const folder = await mkdtemp(join(tmpdir(), 'room-status-environments-'));
    const file = join(folder, 'environments.json');
    await writeFile(file, JSON.stringify(table));
    const app = await startTestApp({ settings: { ROOM_STATUS_URL: own, ENVIRONMENTS_FILE: file } });
    target.port = app.port;
    await provide({ own, staging, unnamed });
    await app.close();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await rm(folder, { recursive: true });
  },
});

test(
  '[ENV-1] [API-1] calls go to the API base address of the environment',
  { tag: '@wide' },
  async ({ page, deployment: { own } }) => {
    const bearers: (string | undefined)[] = [];
    await page.route(`${apiBaseUrl}/clients`, async (route) => {
      bearers.push((await route.request().allHeaders())['authorization']);
      const items = [1, 2].map((number) => ({ uuid: randomUUID(), displayName: `Client ${number} of elsewhere` }));
      await route.fulfill({ headers: { 'access-control-allow-origin': own }, json: { items } });
    });
    await page.goto(own);
    await page.getByRole('button', { name: 'log in with Home ID' }).click();
    await fillInForm(page, 'manager');
    await expect(page.getByRole('link', { name: 'Client 2 of elsewhere' })).toBeVisible();
    expect(bearers[0]).toMatch(/^Bearer ./);
  },
);

test(
  '[ENV-1] the origin of the page selects the client id; an unknown origin uses the local environment',
  { tag: '@wide' },
  async ({ page, deployment: { own, staging, unnamed } }) => {
    const authorizations: URL[] = [];
    await page.route(`${own}/idp/auth?*`, async (route) => {
      authorizations.push(new URL(route.request().url()));
      await route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><p>the provider</p>' });
    });
    for (const [origin, provider, clientId] of [
      [own, 'Home ID', 'room-status-web'],
      [staging, 'Trial ID', 'on-trial'],
      [unnamed, 'Desk ID', 'at-the-desk'],
    ] as const) {
      await page.goto(`${origin}/login`);
      await page.getByRole('button', { name: `log in with ${provider}` }).click();
      await expect(page.getByText('the provider')).toBeVisible();
      const query = authorizations.pop()?.searchParams;
      expect([query?.get('client_id'), query?.get('redirect_uri')]).toEqual([clientId, `${origin}/callback`]);
    }
  },
);
