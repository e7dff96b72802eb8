import { collectSounds } from '../support/fixtures.ts';
import { bodyOf, expect, headerOf, openBoard, secondsAgo, test } from '../support/test-ward.ts';

test('[PROD-3] [LIVE-1] [LIVE-2] two nurses on one ward both see and hear a report, each over one live connection', async ({
  page,
  browser,
  app,
  createWard,
  sounds,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  const colleague = await browser.newContext({ baseURL: app.url });
  const colleagueSounds = await collectSounds(colleague);
  const colleaguePage = await colleague.newPage();
  const requests: { readonly url: URL; readonly headers: Promise<Record<string, string>> }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/streams/events') requests.push({ url, headers: request.allHeaders() });
  });
  await Promise.all([openBoard(page, ward), openBoard(colleaguePage, ward, 'manager')]);
  expect(sounds.count()).toBe(0);
  const at = secondsAgo(20);
  await ward.report('Room 1', 'person_visible', { at });
  for (const board of [page, colleaguePage]) {
    await expect(headerOf(board, 'Room 1').getByText('Person visible')).toBeVisible();
    const local = await board.evaluate((instant) => new Date(instant).toTimeString().slice(0, 8), at);
    await expect(bodyOf(board, 'Room 1')).toHaveText(new RegExp(`${local}Person visible$`));
    await expect(headerOf(board, 'Room 2')).toHaveText('Room 2No device yet');
  }
  await expect.poll(() => [sounds.count(), colleagueSounds.count()]).toEqual([1, 1]);
  await colleague.close();

  for (const status of ['in_bathroom', 'in_bed']) await ward.report('Room 1', status);
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url.search).toBe(`?wardUUID=${ward.uuid}`);
  const headers = await requests[0]?.headers;
  expect(headers?.['accept']).toBe('text/event-stream');
  expect(headers?.['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
});
