/** Tests of a board whose server fails in part. A gateway answers some calls in its place. */
import { sql } from 'kysely';
import { AlertEventData } from '../../../src/contract/board/live-events.ts';
import { startTestApp, type TestApp } from '../../support/app/start-app.ts';
import { areCardsGrey, expectConsoleErrors, failedCalls, liveFailed } from '../support/connection-loss.ts';
import { coveredElements } from '../support/layout/covered-elements.ts';
import { type FakeGateway, startFakeGateway } from '../support/fake-gateway.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import {
  bodyOf,
  cardOf,
  connection,
  expect,
  expectLive,
  headerOf,
  insertTestWard,
  test,
} from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

let gateway: FakeGateway;
let app: TestApp;

test.beforeEach(async () => {
  gateway = await startFakeGateway(() => app.port);
  app = await startTestApp({ settings: { ROOM_STATUS_URL: gateway.url } });
});
test.afterEach(async ({ page }) => {
  await page.close();
  await app.close();
  await gateway.close();
});

const pollIntervalMs = 15_000;
/** The time by which the test advances the clock: most of the time until the next poll. */
const skippedMs = pollIntervalMs - 5_000;
const silentStream = expect.stringContaining('nothing was received');
const polledNotice = 'No live connection. The rooms are updated every 15 seconds.';
const isEvents = ({ pathname }: URL) => pathname === '/api/streams/events';

test('[LIVE-3] [WARD-1] the polled list shows a report and plays the sound when a proxy buffers the event stream after its headers', async ({
  page,
  sounds,
  console,
}) => {
  const ward = await insertTestWard(app.database, ['Room 1', 'Room 2']);
  expect((await app.report(ward.uuidOf('Room 1'), 'out_of_bed')).status).toBe(200);
  await page.clock.install();
  let listCount = 0;
  gateway.answer((url, reply) => {
    if (url.pathname === '/api/streams') listCount += 1;
    if (!isEvents(url)) return false;
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    return true;
  });
  await openSignedIn(page, 'nurse', gateway.url + ward.address);
  await expect(connection(page)).toHaveText('Updated every 15 s');
  await expect(page.getByText(polledNotice)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await coveredElements(page)).toEqual([]);
  expect(await areCardsGrey(page), 'the rooms are current').toBe(false);

  const since = Date.now();
  listCount = 0;
  expect((await app.report(ward.uuidOf('Room 2'), 'person_visible')).status).toBe(200);
  await page.clock.fastForward(skippedMs);
  await expect(headerOf(page, 'Room 2').getByText('Person visible')).toBeVisible();
  expect(console, 'the poll came before the end of a silent stream').not.toContainEqual(silentStream);
  await expect.poll(() => sounds.count()).toBe(1);
  // The page may fetch one list every 15 s, one after the first failure and one after the reload.
  const elapsedMs = skippedMs + Date.now() - since;
  expect(listCount).toBeLessThanOrEqual(2 + Math.ceil(elapsedMs / pollIntervalMs));

  gateway.answer(() => false);
  await expectLive(page);
  await expect(page.getByText(polledNotice)).toHaveCount(0);
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Person visible');
  expect(sounds.count()).toBe(1);
  // The browser repeats an unanswered request itself, so not every failed stream is logged.
  const expected = [liveFailed, failedCalls, /^Problem retrieving /];
  expect(console.splice(0).filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
});

test('while the server cannot store reports, a board is grey and shows since when it is offline, also after a reload', async ({
  page,
  console,
}) => {
  const ward = await insertTestWard(app.database, ['Room 1', 'Room 2']);
  const report = () => app.report(ward.uuidOf('Room 1'), 'in_bed');
  expect((await report()).status).toBe(200);
  await openSignedIn(page, 'nurse', gateway.url + ward.address);
  await expectLive(page);
  await sql`alter table report rename to hidden`.execute(app.database.query);
  const isGrey = async () => {
    expect((await report()).status).toBeGreaterThanOrEqual(500);
    return (await areCardsGrey(page)) && (await connection(page).textContent());
  };
  await expect.poll(isGrey, { timeout: 60_000 }).toMatch(/^Offline since /);
  // The page may reload itself at this moment, which aborts the reload of the test.
  await expect(() => page.reload()).toPass();
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  await expect.poll(isGrey).toMatch(/^Offline since /);
  await expect(page.getByRole('alert')).toContainText('Connection lost.');
  await sql`alter table hidden rename to report`.execute(app.database.query);
  await expect.poll(async () => (await report()).status).toBe(200);
  await expectLive(page);
  expect(await areCardsGrey(page)).toBe(false);
  // The browser blocks the sound after a reload by Playwright until it sees a gesture.
  expectConsoleErrors(console, failedCalls, liveFailed, /the audio output is suspended$/);
});

test('[API-7] [LIVE-1] [LIVE-2] the lists and the board work with a server that sends only the fields of the specification', async ({
  page,
  sounds,
}) => {
  const ward = await insertTestWard(app.database, ['Room 1', 'Room 2']);
  gateway.rewrite((url, body) => (url.pathname.startsWith('/api') ? onlySpecified(body) : body));
  await openSignedIn(page, 'nurse', gateway.url);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Harbour House/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ward 7 Meadow/ })
    .click();
  // Until the code of the board is loaded, the list of wards shows that it is live.
  await expect(cardOf(page, 'Room 1')).toBeVisible();
  await expectLive(page);
  const report = async (status: string, more = {}) =>
    expect((await app.report(ward.uuidOf('Room 1'), status, more)).status).toBe(200);
  await report('man_down');
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  await expect(bodyOf(page, 'Room 1')).toContainText('Fall detected');
  await expect(page.getByText('No open alerts'), 'this server has no alerts').toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Alerts' })).toHaveCount(0);
  await expect.poll(() => sounds.count()).toBe(1);
  await report('in_bed', { notification: false });
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  await page.reload();
  await expectLive(page);
  await expect(headerOf(page, 'Room 1')).toHaveText('Room 1In bed');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([/^Room 1/, /^Room 2/]);
});

const specified = ['items', 'uuid', 'displayName', 'status', 'roomStatus', 'lastNotification', 'lastNotificationSent'];

/** Removes all fields and events that are not in the specification, section 3. */
function onlySpecified(body: unknown): unknown {
  if (AlertEventData.safeParse(body).success) return undefined;
  return JSON.parse(JSON.stringify(body, specified));
}
