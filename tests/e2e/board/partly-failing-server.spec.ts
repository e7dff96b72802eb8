/** Tests of a board whose server fails in part. A gateway answers some calls in its place. */
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { AlertEventData } from '../../../src/contract/live-events.ts';
import { startTestApp, type TestApp } from '../../support/app/start-app.ts';
import {
  areCardsGrey,
  expectConsoleErrors,
  failedCalls,
  listFailed,
  liveFailed,
  serviceWorkerReady,
} from '../support/connection-loss.ts';
import { coveredElements } from '../support/layout/covered-elements.ts';
import { type FakeGateway, startFakeGateway } from '../support/fake-gateway.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { recordHighlights } from '../support/highlights.ts';
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
/** Most of the time until the next poll. */
const skippedMs = pollIntervalMs - 5_000;
const silentStream = expect.stringContaining('nothing was received');
const polledNotice = 'No live connection. The rooms are updated every 15 seconds.';
const isEvents = ({ pathname }: URL) => pathname === '/api/streams/events';
const isList = ({ pathname }: URL) => pathname === '/api/streams';

/** The ways in which an event stream fails while all other calls work. */
const brokenStreams: readonly [name: string, answer: (reply: ServerResponse) => void][] = [
  ['is refused', (reply) => void reply.writeHead(503).end()],
  ['is buffered by a proxy together with its headers', () => undefined],
  [
    'is buffered by a proxy after its headers',
    (reply) => reply.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
  ],
];

for (const [name, answer] of brokenStreams) {
  test(`[LIVE-3] [WARD-1] the polled list shows a fall and plays the sound when the event stream ${name}`, async ({
    page,
    sounds,
    console,
  }) => {
    const ward = await insertTestWard(app.database, ['Room 1', 'Room 2']);
    expect((await app.report(ward.uuidOf('Room 1'), 'out_of_bed')).status).toBe(200);
    await page.clock.install();
    let listCount = 0;
    gateway.answer((url, reply) => {
      if (isList(url)) listCount += 1;
      if (isEvents(url)) answer(reply);
      return isEvents(url);
    });
    let loadCount = 0;
    page.on('domcontentloaded', () => (loadCount += 1));
    await openSignedIn(page, 'nurse', gateway.url + ward.address);
    // A refused stream reloads the page at once, and the sound of a page ends then. A silent stream takes longer to fail.
    if (name === 'is refused') await expect.poll(() => loadCount).toBe(3);
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
    // One list each 15 s, one after the first failure and one after the reload.
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
}

test('[LIVE-2] [WARD-1] after a reload whose list of rooms fails, a fall from the event stream is shown and sounds, and the board stays grey', async ({
  page,
  sounds,
  console,
}) => {
  const ward = await insertTestWard(app.database, ['Room 1', 'Room 2']);
  await openSignedIn(page, 'nurse', gateway.url + ward.address);
  await expectLive(page);
  await serviceWorkerReady(page);
  let attemptCount = 0;
  gateway.answer((url, reply) => {
    if (!isList(url)) return false;
    attemptCount += 1;
    reply.writeHead(503).end();
    return true;
  });
  await page.evaluate(() => location.reload());
  await expect(connection(page)).toHaveText(/^Offline since /);
  await expect.poll(() => attemptCount).toBeGreaterThan(0);
  expect((await app.report(ward.uuidOf('Room 2'), 'man_down')).status).toBe(200);
  await expect(headerOf(page, 'Room 2').getByText('Fall detected')).toBeVisible();
  await expect.poll(() => sounds.alarms()).toContain('high');
  expect(await areCardsGrey(page)).toBe(true);
  await expect(page.getByRole('alert')).toContainText('Connection lost.');
  gateway.answer(() => false);
  await expectLive(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Fall detected');
  expect(sounds.count(), 'the alarm is the only sound').toBe(0);
  expectConsoleErrors(console, failedCalls, listFailed, liveFailed, /^Problem retrieving /);
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
  await page.reload();
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
  const highlights = await recordHighlights(page);
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
  // Until the code of the board is loaded, the list shows that it is live.
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
  expect((await highlights.all()).map(([room]) => room)).toEqual(['Room 1']);
  await report('in_bed', { notification: false });
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  await page.reload();
  await expectLive(page);
  await expect(headerOf(page, 'Room 1')).toHaveText('Room 1In bed');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([/^Room 1/, /^Room 2/]);
});

test('[WARD-1] [WARD-5] a room with an invalid status in the list is not shown, is named in the console and counts as not monitored', async ({
  page,
  console,
}) => {
  const ward = await insertTestWard(app.database, ['Room 1', 'Room 2', { name: 'Room 3', status: 'INACTIVE' }]);
  gateway.rewrite((url, body) => (isList(url) ? withoutStatusOf('Room 2', body) : body));
  await openSignedIn(page, 'nurse', gateway.url + ward.address);
  await expectLive(page);
  await expect(cardOf(page, 'Room 1')).toBeVisible();
  await expect(cardOf(page, 'Room 2')).toHaveCount(0);
  await expect(page.getByText('2 rooms not monitored')).toBeVisible();
  expect(console.splice(0)).toContainEqual(
    expect.stringMatching(/^An invalid room was skipped \(Room 2, .*roomStatus/),
  );
});

const specified = ['items', 'uuid', 'displayName', 'status', 'roomStatus', 'lastNotification', 'lastNotificationSent'];

/** Removes all fields and events that are not in the specification, section 3. */
function onlySpecified(body: unknown): unknown {
  if (AlertEventData.safeParse(body).success) return undefined;
  return JSON.parse(JSON.stringify(body, specified));
}

function withoutStatusOf(room: string, body: unknown): unknown {
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'displayName' in value && value.displayName === room
      ? { ...value, roomStatus: null }
      : value,
  );
  return JSON.parse(text);
}
