import * as z from 'zod/mini';
import { locationNamed, wardAddress } from '../support/demo-addresses.ts';
import { expect, signIn, test } from '../support/fixtures.ts';

const ward = wardAddress('Ward 2 Sea View');

test('[API-1] [API-2] [API-3] every API call uses the base address and the access token', async ({ page, app }) => {
  const calls: { method: string; path: string; authorization: Promise<string | null> }[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (!['fetch', 'xhr', 'eventsource'].includes(request.resourceType()) || pathname.startsWith('/idp/')) return;
    expect(origin).toBe(app.url);
    calls.push({
      method: request.method(),
      path: pathname + search,
      authorization: request.headerValue('authorization'),
    });
  });
  const answered = page.waitForResponse('**/idp/token');
  await signIn(page, 'manager');
  const { access_token: token } = TokenAnswer.parse(await (await answered).json());
  for (const name of ['Birkenfjord Care', 'Harbour House', 'Ward 2 Sea View']) {
    await page.getByRole('main').getByRole('link').filter({ hasText: name }).last().click();
  }
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');

  const [, client, , location, , uuid] = ward.split('/').slice(1);
  // The lists show the open alerts of each location and ward.
  const locations = app.home.locations.filter(({ clientUUID }) => clientUUID === client).map((one) => one.uuid);
  const wards = app.home.wards.filter(({ locationUUID }) => locationUUID === location).map((one) => one.uuid);
  const made = new Set(calls.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`));
  const expected = [
    `GET /api/clients`,
    `GET /api/clients/${client}`,
    `GET /api/locations/${location}`,
    `GET /api/locations?clientUUID=${client}`,
    `GET /api/streams/events?wardUUID=${uuid}`,
    `GET /api/streams/events?wardUUID=${wards.join()}`,
    ...locations.map((one) => `GET /api/streams?locationUUID=${one}`),
    `GET /api/streams?locationUUID=${uuid}`,
    `GET /api/wards/${uuid}`,
    `GET /api/wards?locationUUID=${location}`,
    `POST /api/logout`,
  ];
  expect([...made].toSorted()).toEqual(expected.toSorted());
  const bearers = new Set(await Promise.all(calls.map(({ authorization }) => authorization)));
  expect([...bearers]).toEqual([`Bearer ${token}`]);
});

test('[AUTH-3] the breadcrumb loads its names again when the path changes', async ({ page, app }) => {
  await signIn(page, 'nurse', ward);
  const breadcrumb = page.getByRole('navigation').getByRole('listitem');
  await expect(breadcrumb).toHaveText(['Home', 'Birkenfjord Care', 'Harbour House', 'Ward 2 Sea View']);
  const { uuid } = locationNamed('Harbour House');
  const rename = (display_name: string) =>
    app.database.query.updateTable('location').set({ display_name }).where('uuid', '=', uuid).execute();
  await rename('Harbour House West');
  try {
    await breadcrumb.nth(2).getByRole('link').click();
    await expect(breadcrumb).toHaveText(['Home', 'Birkenfjord Care', 'Harbour House West']);
  } finally {
    await rename('Harbour House');
  }
});

const TokenAnswer = z.object({ access_token: z.string() });
