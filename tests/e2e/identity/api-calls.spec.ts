import * as z from 'zod/mini';
import { locationNamed, wardAddress } from '../support/demo-addresses.ts';
import { expect, logOut, openSignedIn, signIn, test } from '../support/fixtures.ts';

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
  const [, client, , location, , uuid] = ward.split('/').slice(1);
  // For the badges, the list of locations fetches the rooms of each location, and the list of wards those of one.
  const locations = app.home.locations.filter(({ clientUUID }) => clientUUID === client).map((one) => one.uuid);
  const pages = [
    { calls: ['GET /api/me', 'GET /api/clients'], next: 'Birkenfjord Care' },
    {
      calls: [
        `GET /api/clients/${client}`,
        `GET /api/locations?clientUUID=${client}`,
        ...locations.map((one) => `GET /api/streams?locationUUID=${one}`),
      ],
      next: 'Harbour House',
    },
    {
      calls: [
        `GET /api/locations/${location}`,
        `GET /api/wards?locationUUID=${location}`,
        `GET /api/streams?locationUUID=${location}`,
      ],
      next: 'Ward 2 Sea View',
    },
  ];
  const board = [
    `GET /api/wards/${uuid}`,
    `GET /api/streams?locationUUID=${uuid}`,
    `GET /api/streams/events?wardUUID=${uuid}`,
    `GET /api/unknown-room-alerts?wardUUID=${uuid}`,
    // `id` stands for the uuid of the board, which each board chooses.
    'POST /api/boards/id',
    `GET /api/wall-boards/unchecked?wardUUID=${uuid}`,
    'GET /api/me',
  ];
  const made = () =>
    [
      ...new Set(
        calls.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`.replace(/(api\/boards\/).*/, '$1id')),
      ),
    ].toSorted();
  // Waits for all calls of a page before it opens the next page, because a page that is left makes no more calls.
  for (const { calls: ofPage, next } of pages) {
    await expect.poll(made).toEqual(expect.arrayContaining(ofPage));
    await page.getByRole('main').getByRole('link').filter({ hasText: next }).last().click();
  }
  await expect.poll(made).toEqual(expect.arrayContaining(board));
  await logOut(page);
  await page.waitForURL('**/login');

  const expected = new Set([...pages.flatMap(({ calls: ofPage }) => ofPage), ...board, 'POST /api/logout']);
  expect(made()).toEqual([...expected].toSorted());
  const bearers = new Set(await Promise.all(calls.map(({ authorization }) => authorization)));
  expect([...bearers]).toEqual([`Bearer ${token}`]);
});

test('[AUTH-3] the breadcrumb fetches the names of the client, location and ward again when the path changes', async ({
  page,
  app,
}) => {
  await openSignedIn(page, 'nurse', ward);
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
