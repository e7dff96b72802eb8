import { randomUUID } from 'node:crypto';
import { startFakeEventStream } from '../support/fake-event-stream.ts';
import { countSounds } from '../support/fixtures.ts';
import { bodyOf, cardOf, expect, headerOf, openBoard, secondsAgo, test } from '../support/test-ward.ts';

test('[PROD-3] [LIVE-2] a report changes its card at once and plays a sound', async ({
  page,
  createWard,
  report,
  sounds,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  await openBoard(page, ward);
  expect(sounds.count()).toBe(0);
  const at = secondsAgo(20);
  await report(ward.uuidOf('Room 1'), 'man_down', { at });
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  const local = await page.evaluate((instant) => new Date(instant).toTimeString().slice(0, 8), at);
  await expect(bodyOf(page, 'Room 1')).toHaveText(new RegExp(`${local}Fall detected$`));
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Starting up');
  await expect.poll(() => sounds.count()).toBe(1);
});

test(
  '[LIVE-1] one connection, with the ward in its address and the token in its header, carries the events',
  { tag: '@wide' },
  async ({ page, createWard, report }) => {
    const ward = await createWard(['Room 1']);
    const asked: { readonly url: URL; readonly headers: Promise<Record<string, string>> }[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/streams/events') asked.push({ url, headers: request.allHeaders() });
    });
    await openBoard(page, ward);
    for (const status of ['out_of_bed', 'in_bathroom', 'in_bed']) await report(ward.uuidOf('Room 1'), status);
    await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url.search).toBe(`?wardUUID=${ward.uuid}`);
    const headers = await asked[0]?.headers;
    expect(headers?.['accept']).toBe('text/event-stream');
    expect(headers?.['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  },
);

test('[LIVE-2] [PROD-3] two people at one ward both see and hear the news', async ({
  page,
  browser,
  app,
  createWard,
  report,
  sounds,
}) => {
  const ward = await createWard(['Room 1']);
  const colleague = await browser.newContext({ baseURL: app.url });
  const colleaguesEars = await countSounds(colleague);
  const colleaguesPage = await colleague.newPage();
  await Promise.all([openBoard(page, ward), openBoard(colleaguesPage, ward, 'manager')]);
  await report(ward.uuidOf('Room 1'), 'out_of_bed');
  for (const board of [page, colleaguesPage]) {
    await expect(headerOf(board, 'Room 1').getByText('Out of bed')).toBeVisible();
  }
  await expect.poll(() => [sounds.count(), colleaguesEars.count()]).toEqual([1, 1]);
  await colleague.close();
});

test(
  '[LIVE-2] news of another ward, of an inactive room, or from long ago neither sounds nor changes a card',
  { tag: '@wide' },
  async ({ page, createWard, report, sounds }) => {
    const ward = await createWard(['Room 1', 'Room 2', { name: 'Room 3', status: 'INACTIVE' }]);
    const other = await createWard(['Room 1']);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await report(ward.uuidOf('Room 1'), 'in_bed', { at: minutesAgo(5) });
    await openBoard(page, ward);
    const [header, body] = [await headerOf(page, 'Room 1').textContent(), await bodyOf(page, 'Room 1').textContent()];

    await report(other.uuidOf('Room 1'), 'man_down');
    await report(ward.uuidOf('Room 3'), 'man_down');
    await report(ward.uuidOf('Room 1'), 'man_down', { at: minutesAgo(10) });
    // What comes last arrives last: by then all the others would have.
    await report(ward.uuidOf('Room 2'), 'out_of_bed');
    await expect(headerOf(page, 'Room 2').getByText('Out of bed')).toBeVisible();
    await expect.poll(() => sounds.count()).toBe(1);
    await expect(headerOf(page, 'Room 1')).toHaveText(header ?? '');
    await expect(bodyOf(page, 'Room 1')).toHaveText(body ?? '');
    await expect(cardOf(page, 'Room 3')).toHaveCount(0);
  },
);

test(
  '[LIVE-2] [WARD-3] a report that is no notification changes the room without a sound and leaves the last notification standing',
  { tag: '@wide' },
  async ({ page, createWard, report, sounds }) => {
    const ward = await createWard(['Room 1']);
    await report(ward.uuidOf('Room 1'), 'out_of_bed', { at: secondsAgo(8 * 60) });
    await openBoard(page, ward);
    const body = bodyOf(page, 'Room 1');
    const before = { text: await body.textContent(), icon: await body.locator('> svg').innerHTML() };
    await report(ward.uuidOf('Room 1'), 'in_bed', { notification: false });
    await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
    expect({ text: await body.textContent(), icon: await body.locator('> svg').innerHTML() }).toEqual(before);
    expect(sounds.count()).toBe(0);
    await report(ward.uuidOf('Room 1'), 'man_down');
    await expect.poll(() => sounds.count()).toBe(1);
  },
);

test(
  '[LIVE-2] an empty list, or one that matches no room, sounds not at all; one that matches several sounds once',
  { tag: '@wide' },
  async ({ page, createWard, sounds }) => {
    const ward = await createWard(['Room 1', 'Room 2', 'Room 3']);
    const stream = await startFakeEventStream(page);
    await openBoard(page, ward);
    await stream.connected;
    const update = (uuid: string, roomStatus: number, revision: number) => ({
      uuid,
      roomStatus,
      lastNotification: roomStatus,
      lastNotificationSent: '2026-01-15T03:11:38.000Z',
      revision,
    });
    stream.send([]);
    stream.send([update(randomUUID(), 1, 7)]);
    stream.send([update(ward.uuidOf('Room 1'), 3, 1), update(randomUUID(), 1, 7), update(ward.uuidOf('Room 2'), 6, 1)]);
    await expect(headerOf(page, 'Room 1').getByText('Out of bed')).toBeVisible();
    await expect(headerOf(page, 'Room 2').getByText('Bathroom')).toBeVisible();
    await expect(headerOf(page, 'Room 3').getByText('Starting up')).toBeVisible();
    await expect.poll(() => sounds.count()).toBe(1);
    // The same once more, and an older one: nothing new.
    stream.send([update(ward.uuidOf('Room 1'), 3, 1)]);
    stream.send([update(ward.uuidOf('Room 2'), 1, 0)]);
    stream.send([update(ward.uuidOf('Room 3'), 5, 1)]);
    await expect(headerOf(page, 'Room 3').getByText('In bed')).toBeVisible();
    await expect(headerOf(page, 'Room 2').getByText('Bathroom')).toBeVisible();
    await expect.poll(() => sounds.count()).toBe(2);
    stream.close();
  },
);
