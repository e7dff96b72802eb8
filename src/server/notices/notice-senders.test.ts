import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/support/contacts/webhook-receiver.ts';
import { type PushService, startPushService } from '../../../tests/support/phones/push-service.ts';
import { WebhookBody } from '../../contract/contacts/webhook-body.ts';
import { groupOfSubject } from '../../domain/user.ts';
import { createServerSource } from '../audit/audit-actors.ts';
import { createContactSender } from '../contacts/contact-sender.ts';
import { addContact } from '../contacts/contact-store.ts';
import { createUserFinder } from '../identity/find-users.ts';
import { replaceGroupRights } from '../people/group-rights.ts';
import { createPhones } from '../phones/create-phones.ts';
import { createNoticeSenders } from './notice-senders.ts';
import { createNoticeWorker, type NoticeWorker } from './notice-worker.ts';

let app: SmallApp;
let time: number;
let push: PushService;
let webhooks: WebhookReceiver;
let worker: NoticeWorker;
let close: () => void;

beforeEach(async () => {
  time = Date.UTC(2026, 2, 1, 2);
  push = await startPushService();
  webhooks = await startWebhookReceiver();
  app = await startSmallApp({ now: () => time });
  const { database } = app;
  const config = {
    push: { contact: 'mailto:it@example.org', allowedHosts: ['127.0.0.1'] },
    publicUrl: 'https://rooms.example.org',
  };
  const log = { warn: () => undefined };
  const phones = createPhones({ database, config, now: () => time });
  close = phones.close;
  const settings = { webhookAllowedHosts: ['127.0.0.1'], email: undefined };
  const contactSender = createContactSender({
    database,
    settings,
    publicUrl: config.publicUrl,
    now: () => time,
    log,
  });
  worker = createNoticeWorker({
    database,
    findUsers: createUserFinder(database, false),
    senders: createNoticeSenders({ query: database.query, phones, contactSender }),
    onChanged: () => undefined,
    now: () => time,
    log,
  });
});
afterEach(async () => {
  close();
  await app.close();
  await push.close();
  await webhooks.close();
});

async function wait(seconds: number): Promise<void> {
  time += seconds * 1_000;
  await worker.check();
  await worker.idle();
}

const manager = () => app.users.token([{ kind: 'location', uuid: small.locationA1 }], { roles: ['manager'] });

/** Adds a webhook to the location. */
async function addDesk(): Promise<void> {
  const address = `http://127.0.0.1:${webhooks.port}/`;
  const contact = {
    locationUUID: small.locationA1,
    channel: 'webhook',
    name: 'Desk',
    address,
    language: 'en',
  } as const;
  await addContact(app.database.query, contact, createServerSource());
}

/** A person with a phone who goes on duty on the ward of Room 1. */
async function goOnDuty(): Promise<string> {
  const scope = { kind: 'ward', uuid: small.wardA1x } as const;
  const token = app.users.token([scope], { expiresAt: Number.MAX_SAFE_INTEGER });
  await replaceGroupRights(app.database, [{ group: groupOfSubject(token), role: 'ward-nurse', scope }]);
  const phone = { subscription: push.subscribe(), language: 'en', kind: 'android' };
  expect((await app.post('/phones', phone, token)).status).toBe(200);
  expect((await app.post(`/wards/${small.wardA1x}/duty`, undefined, token)).status).toBe(200);
  return token;
}

test('a fall reaches the phone of the person on duty and the webhook of the location, and then that it was answered', async () => {
  const token = await goOnDuty();
  await addDesk();
  expect((await app.report({ stream: small.streamA1x1, status: 'man_down' })).status).toBe(200);
  await wait(30);
  await wait(90);
  const [alert] = await app.alertsOf();
  const seen = { [alert?.uuid ?? '']: 0 };
  expect((await app.post(`/alerts/${alert?.uuid}/acknowledge`, { seen }, token)).status).toBe(200);
  await wait(1);

  expect(push.refusals).toEqual([]);
  expect(push.pushes.map(({ payload }) => payload)).toMatchObject([
    { kind: 'alert', about: { ward: { uuid: small.wardA1x }, alerts: { kind: 'one', room: 'Room 1', status: 1 } } },
    { kind: 'answered' },
  ]);
  const bodies = webhooks.received.map(({ body }) => WebhookBody.parse(JSON.parse(body)));
  expect(bodies.map(({ type }) => type)).toEqual(['alert.raised', 'alert.answered']);
});

test('two falls are one notification, which says without a sound that one still waits, and then who goes', async () => {
  const token = await goOnDuty();
  for (const stream of [small.streamA1x1, small.streamA1x2])
    expect((await app.report({ stream, status: 'man_down' })).status).toBe(200);
  await wait(30);
  for (const { uuid, raisedAgainCount } of await app.alertsOf()) {
    const body = { seen: { [uuid]: raisedAgainCount } };
    expect((await app.post(`/alerts/${uuid}/acknowledge`, body, token)).status).toBe(200);
    await wait(1);
  }
  expect(push.pushes.map(({ payload }) => payload)).toMatchObject([
    { kind: 'alert', about: { alerts: { kind: 'several', count: 2 } } },
    { kind: 'waiting', about: { alerts: { kind: 'several', count: 1 } } },
    { kind: 'answered', about: { alerts: { kind: 'several', count: 2 } }, by: `Name of ${token}` },
  ]);
  expect(new Set(push.pushes.map(({ topic }) => topic)), 'each replaces the one before').toHaveLength(1);
});

test('in a location that forbids it, a notification names neither the room nor the status, and its webhook still does', async () => {
  const rules = { level: 'location', uuid: small.locationA1, rules: { discreetPhones: true } };
  const before = await app.get(`/manage/rules?level=location&uuid=${small.locationA1}`, manager());
  const { version } = z.object({ version: z.string() }).parse(await before.json());
  expect((await app.post('/manage/rules', { ...rules, version }, manager())).status).toBe(200);
  await goOnDuty();
  await addDesk();
  expect((await app.report({ stream: small.streamA1x1, status: 'man_down' })).status).toBe(200);
  await wait(30);
  await wait(90);
  expect(push.pushes).toMatchObject([{ payload: { about: { alerts: { kind: 'one', room: null, status: null } } } }]);
  expect(JSON.stringify(push.pushes.map(({ payload }) => payload))).not.toContain('Room 1');
  expect(webhooks.received.map(({ body }) => body)).toEqual([expect.stringContaining('Room 1')]);
  const events = app.database.query.selectFrom('audit_event').select('action').where('action', '=', 'location.change');
  expect(await events.execute()).toHaveLength(1);
});

test('who goes off duty is reached no more, and who has no right to the ward cannot go on duty', async () => {
  const token = await goOnDuty();
  const response = await fetch(`${app.url}/api/wards/${small.wardA1x}/duty`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  expect((await app.post(`/wards/${small.wardA1y}/duty`, undefined, token)).status).toBe(404);
  expect((await app.report({ stream: small.streamA1x1, status: 'man_down' })).status).toBe(200);
  await wait(60);
  expect(push.pushes).toEqual([]);
});

test('who goes on duty shortly before the next shift is on duty until that one ends', async () => {
  time = Date.UTC(2026, 2, 1, 22, 40);
  await app.database.query.updateTable('location').set({ own_rules: '{"timeZone":"UTC"}' }).execute();
  await goOnDuty();
  const { until_at } = await app.database.query.selectFrom('duty').select('until_at').executeTakeFirstOrThrow();
  expect(until_at).toBe(Date.UTC(2026, 2, 2, 7));
});

test('a board shows who is on duty on its wards until the shift ends, and whom a message about an open alert reached', async () => {
  const token = await goOnDuty();
  const board = async () => {
    const state = { isVisible: true, isAudible: true, wakeLock: 'held', soundCheck: null };
    const body = { wardUUIDs: [small.wardA1x], ...state };
    const response = await app.post('/boards/00000009-0000-4000-8000-000000000001', body);
    const answer: unknown = await response.json();
    return answer;
  };
  expect(await board()).toMatchObject({ onDuty: [{ wardUUID: small.wardA1x, subject: token }], notices: [] });
  expect((await app.report({ stream: small.streamA1x1, status: 'man_down' })).status).toBe(200);
  await wait(30);
  expect(await board()).toMatchObject({ notices: [{ outcome: 'accepted', wardUUID: small.wardA1x }] });
  await replaceGroupRights(app.database, []);
  expect(await board(), 'the right to the ward has ended').toMatchObject({ onDuty: [] });
  time += 24 * 3_600_000;
  expect(await board()).toMatchObject({ onDuty: [] });
});
