/** Alerts on a phone: the set-up on its page, and the push event in the service worker of a real browser. */
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { chromiumOptions } from '../../../scripts/setup/chromium.mjs';
import type { PushPayload } from '../../../src/contract/phones/push-payload.ts';
import type { PhoneMessage } from '../../../src/domain/phones/phone-message.ts';
import { createPhones } from '../../../src/server/phones/create-phones.ts';
import { type PushService, startPushService } from '../../support/phones/push-service.ts';
import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { entryOf, nurseName } from '../support/alert-rail.ts';
import { serviceWorkerReady } from '../support/connection-loss.ts';
import { expect, openBoard, openSignedIn, test as base, type TestWard } from '../support/test-ward.ts';

interface Fixtures {
  readonly pushService: PushService;
  /** Sends a message to the phones of the nurse. */
  readonly send: (message: PhoneMessage) => Promise<void>;
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
  pushService: async ({}, provide) => {
    const service = await startPushService();
    await provide(service);
    await service.close();
  },
  send: async ({ app: { database, url } }, provide) => {
    const config = { push: { contact: 'mailto:it@example.org', allowedHosts: ['127.0.0.1'] }, publicUrl: url };
    const phones = createPhones({ database, config, now: Date.now });
    const { subject } = await database.query
      .selectFrom('account')
      .select('subject')
      .where('username', '=', 'nurse')
      .executeTakeFirstOrThrow();
    await provide(async (message) => {
      expect(await phones.sendToPhones({ subject, message })).toEqual({ outcome: 'accepted' });
    });
    phones.close();
    await database.query.deleteFrom('phone').execute();
  },
});

// The headless shell shows no notifications.
test.use({ launchOptions: chromiumOptions });
test.use({ serviceWorkers: 'allow', appOptions: { settings: { PUSH_ALLOWED_HOSTS: '127.0.0.1' } } });

/** Replaces the subscription at the browser's push service, which a test cannot reach, by one at the own service. */
async function subscribeAt(context: BrowserContext, service: PushService): Promise<void> {
  const subscription = service.subscribe();
  await context.grantPermissions(['notifications']);
  await context.addInitScript((json) => {
    const key = 'test:subscription';
    const made = {
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem(key);
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem(key, 'subscribed');
        return made;
      },
      getSubscription: async () => (localStorage.getItem(key) === null ? null : made),
    });
  }, subscription);
}

/** Delivers a message to the service worker, as the push service of the browser does. */
async function deliver(page: Page, payload: PushPayload): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const message = { origin, registrationId: await registrationId, data: JSON.stringify(payload) };
  await session.send('ServiceWorker.deliverPushMessage', message);
  await session.detach();
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('there is no service worker');
  return worker;
}

/** The notifications that the phone shows. */
async function shown(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) =>
      body === '' ? title : `${title} | ${body}`,
    );
  });
}

/** Delivers a message until the phone shows it: Chromium drops one that arrives while the worker stops or starts. */
async function receive(page: Page, payload: PushPayload, text: string): Promise<void> {
  await expect(async () => {
    await deliver(page, payload);
    await expect.poll(() => shown(page), { timeout: 10_000 }).toContain(text);
  }).toPass();
}

/** Taps on the notification with this tag, or on its button. */
async function tap(page: Page, tag: string, action: string): Promise<void> {
  const given = JSON.stringify({ tag, action });
  // A text, because the types of this file are not those of a service worker.
  await workerOf(page).evaluate(`(async ({ tag, action }) => {
    const [notification] = await self.registration.getNotifications({ tag });
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action }));
  })(${given})`);
}

function messageOf(ward: TestWard, alert: string): PhoneMessage & { readonly kind: 'alert' } {
  const [, clientUUID = '', locationUUID = ''] = /client\/([^/]+)\/location\/([^/]+)/.exec(ward.address) ?? [];
  return {
    kind: 'alert',
    ward: { uuid: ward.uuid, locationUUID, clientUUID, displayName: 'Ward 7 Meadow' },
    alerts: { kind: 'one', uuid: alert, raisedAgainCount: 0, room: 'Room 1', status: 1, isTest: false },
    isDiscreet: false,
  };
}

/** Turns on alerts on the page of the phones. */
async function setUp(page: Page): Promise<void> {
  await openSignedIn(page, 'nurse', '/phones');
  await serviceWorkerReady(page);
  await page.getByRole('button', { name: 'Turn on alerts' }).click();
  await expect(page.getByText('Did the test arrive?')).toBeVisible();
}

test(
  'a nurse turns on alerts with one tap, sees that the test has arrived, and turns them off',
  { tag: '@narrow' },
  async ({ page, context, pushService, app }) => {
    await subscribeAt(context, pushService);
    await openSignedIn(page, 'nurse', '/');
    await page.getByRole('link', { name: 'Alerts on this phone' }).click();
    await serviceWorkerReady(page);
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Turn on alerts' }).click();
    await expect(page.getByText('Did the test arrive?')).toBeVisible();
    await deliver(page, (await pushService.waitFor(({ payload }) => payload.kind === 'test')).payload);
    await expect(page.getByText('Alerts reach this phone. Last confirmed')).toBeVisible();
    expect(await shown(page)).toEqual(['Test: alerts reach this phone']);
    await expectNoViolations(page);
    await expectFitsSmallScreens(page);

    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(page.getByText('Check this phone: ')).toBeVisible();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(page.getByText('Good. Alerts reach this phone.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Send a test' })).toBeVisible();

    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('button', { name: 'Turn on alerts' })).toBeVisible();
    expect(await app.database.query.selectFrom('phone').selectAll().execute()).toEqual([]);
  },
);

test('a push message shows the fall, its button answers it, and within a second another board shows who goes', async ({
  page,
  context,
  browser,
  app,
  createWard,
  pushService,
  send,
}) => {
  const ward = await createWard(['Room 1']);
  await subscribeAt(context, pushService);
  await setUp(page);
  const board = await browser.newPage({ baseURL: app.url });
  await openBoard(board, ward, 'manager');
  await ward.report('Room 1', 'man_down');
  await expect(entryOf(board, 'Room 1')).toBeVisible();
  const { alert_uuid: alert } = await app.database.query
    .selectFrom('alert_event')
    .select('alert_uuid')
    .where('stream_uuid', '=', ward.uuidOf('Room 1'))
    .executeTakeFirstOrThrow();
  const message = messageOf(ward, alert);
  await send(message);
  const { payload } = await pushService.waitFor((push) => push.payload.kind === 'alert');
  await receive(page, payload, 'Room 1 · Fall detected | Ward 7 Meadow');

  await tap(page, payload.tag, 'acknowledge');
  await expect(entryOf(board, 'Room 1')).toContainText(nurseName, { timeout: 1_000 });
  await expect.poll(() => shown(page)).toContain('Room 1 · Fall detected | You are on the way · Ward 7 Meadow');

  await send({ ...message, kind: 'over' });
  const over = await pushService.waitFor((push) => push.payload.kind === 'over');
  await receive(page, over.payload, 'Room 1 · Fall detected | The alert is over · Ward 7 Meadow');
  await expect.poll(async () => (await shown(page)).filter((text) => text.startsWith('Room 1'))).toEqual([]);

  await send({ ...message, alerts: { kind: 'several', count: 12 } });
  const several = await pushService.waitFor((push) => push.payload.tag.startsWith('ward:'));
  await receive(page, several.payload, '12 alerts | Ward 7 Meadow');
  await tap(page, several.payload.tag, '');
  await page.waitForURL(`**${ward.address}`);
  await board.close();
});

test('a tap on a notification says that somebody else goes, and that the answer was not sent', async ({
  page,
  context,
  network,
  browser,
  app,
  createWard,
  pushService,
  send,
}) => {
  const ward = await createWard(['Room 1']);
  await subscribeAt(context, pushService);
  await setUp(page);
  await ward.report('Room 1', 'man_down');
  const board = await browser.newPage({ baseURL: app.url });
  await openBoard(board, ward, 'manager');
  const { alert_uuid: alert } = await app.database.query
    .selectFrom('alert_event')
    .select('alert_uuid')
    .where('stream_uuid', '=', ward.uuidOf('Room 1'))
    .executeTakeFirstOrThrow();
  await send(messageOf(ward, alert));
  const { payload } = await pushService.waitFor((push) => push.payload.kind === 'alert');
  await receive(page, payload, 'Room 1 · Fall detected | Ward 7 Meadow');
  await entryOf(board, 'Room 1').getByRole('button', { name: 'I’m on my way' }).click();
  await expect(entryOf(board, 'Room 1')).toContainText('Marc Delorme');
  await tap(page, payload.tag, 'acknowledge');
  await expect
    .poll(() => shown(page))
    .toContain('Room 1 · Fall detected | On the way: Marc Delorme, manager · Ward 7 Meadow');
  network.cut();
  await tap(page, payload.tag, 'acknowledge');
  await expect
    .poll(() => shown(page))
    .toContain('Room 1 · Fall detected | Not sent. Open Room Status and answer there. · Ward 7 Meadow');
  await board.close();
});

test('after a logout the phone gets no alerts of the former user', async ({ page, context, app, pushService }) => {
  await subscribeAt(context, pushService);
  await setUp(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'log in with' })).toBeVisible();
  expect(await app.database.query.selectFrom('phone').selectAll().execute()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('test:subscription'))).toBeNull();
});
