import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../support/app/start-app.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { expect, fillInForm, test } from '../support/fixtures.ts';

const apiBaseUrl = 'https://api.example.test/v1';

test('[ENV-1] [API-1] the origin of the page selects the provider, the client id and the API base address', async ({
  page,
}) => {
  const target = { port: 0 };
  const proxy = await startTcpProxy(() => target.port);
  const origin = `http://localhost:${proxy.port}`;
  const production = { name: 'production', origins: [origin], clientId: 'room-status-web', providerName: 'Home ID' };
  const local = { name: 'local', origins: [], clientId: 'another', providerName: 'Desk ID' };
  const table = [production, local].map((row) => ({ ...row, issuer: `${origin}/idp`, audience: '', apiBaseUrl }));
  const folder = await mkdtemp(join(tmpdir(), 'room-status-environments-'));
  const file = join(folder, 'environments.json');
  await writeFile(file, JSON.stringify(table));
  const app = await startTestApp({ settings: { ROOM_STATUS_URL: origin, ENVIRONMENTS_FILE: file } });
  target.port = app.port;

  const bearers: (string | undefined)[] = [];
  await page.route(`${apiBaseUrl}/clients`, async (route) => {
    bearers.push((await route.request().allHeaders())['authorization']);
    const items = [1, 2].map((number) => ({ uuid: randomUUID(), displayName: `Client ${number} of production` }));
    await route.fulfill({ headers: { 'access-control-allow-origin': origin }, json: { items } });
  });
  const authorization = page.waitForRequest(/\/idp\/auth\?/);
  await page.goto(origin);
  await page.getByRole('button', { name: 'log in with Home ID' }).click();
  expect(new URL((await authorization).url()).searchParams.get('client_id')).toBe('room-status-web');
  await fillInForm(page, 'manager');
  await expect(page.getByRole('link', { name: 'Client 2 of production' })).toBeVisible();
  expect(bearers[0]).toMatch(/^Bearer ./);

  await page.close();
  await app.close();
  await proxy.close();
  await rm(folder, { recursive: true });
});
