import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/support/contacts/webhook-receiver.ts';
import { WebhookBody } from '../../contract/contacts/webhook-body.ts';
import { noticeEndpoints } from '../../contract/notices/notices.ts';
import { groupOfSubject, type Scope } from '../../domain/user.ts';
import { createServerSource } from '../audit/audit-actors.ts';
import { createContactSender } from '../contacts/contact-sender.ts';
import { addContact, findContact, removeContact } from '../contacts/contact-store.ts';
import { createUserFinder } from '../identity/find-users.ts';
import { replaceGroupRights } from '../people/group-rights.ts';
import { createPhones, type Phones } from '../phones/create-phones.ts';
import { createNoticeSenders } from './notice-senders.ts';
import { createNoticeWorker, type NoticeWorker } from './notice-worker.ts';

const path = '/manage/notices/undelivered';
let app: SmallApp;
let time: number;
let receiver: WebhookReceiver;
let worker: NoticeWorker;
let contact: string;
let phones: Phones;
let isReachable: boolean;

beforeEach(async () => {
  time = Date.UTC(2026, 2, 1, 2);
  isReachable = false;
  receiver = await startWebhookReceiver();
  receiver.respond = (response) => response.writeHead(isReachable ? 204 : 503).end();
  const contacts = { webhookAllowedHosts: ['127.0.0.1'] };
  app = await startSmallApp({ now: () => time, contacts });
  const { database } = app;
  const common = { now: () => time, log: { warn: () => undefined }, onChanged: app.bus.publishNoticeChange };
  const settings = { ...contacts, email: undefined };
  const contactSender = createContactSender({ database, settings, publicUrl: app.url, ...common });
  const push = { contact: 'mailto:it@example.org', allowedHosts: [] };
  phones = createPhones({ database, config: { push, publicUrl: app.url }, now: () => time });
  const senders = createNoticeSenders({ query: database.query, phones, contactSender });
  worker = createNoticeWorker({ database, findUsers: createUserFinder(database, false), senders, ...common });
  const address = `http://127.0.0.1:${receiver.port}/`;
  const desk = { locationUUID: small.locationA1, channel: 'webhook', name: 'Desk', address, language: 'en' } as const;
  contact = await addContact(database.query, desk, createServerSource());
});
afterEach(async () => {
  phones.close();
  await app.close();
  await receiver.close();
});

const as = (scope: Scope) => app.users.token([scope], { roles: ['manager'] });

async function wait(...seconds: readonly number[]): Promise<void> {
  for (const each of seconds) {
    time += each * 1_000;
    await worker.check();
    await worker.idle();
  }
}

/** Reports falls that the contact is told of in vain. */
async function fallInVain(...streams: readonly string[]): Promise<void> {
  for (const stream of streams) expect((await app.report({ stream, status: 'man_down' })).status).toBe(200);
  await wait(120, 5, 10, 15);
}

async function listed(token = as(everything)) {
  return noticeEndpoints.listUndeliveredNotices.response.parse(await (await app.get(path, token)).json()).items;
}

async function sendAgain(): Promise<unknown> {
  const [{ uuid } = expect.unreachable()] = await listed();
  const response = await app.post(`${path}/${uuid}/attempt`, undefined, as(everything));
  expect(response.status).toBe(200);
  return response.json();
}

async function answer(how: 'acknowledge' | 'resolve', locationUUID = small.locationA1): Promise<void> {
  for (const { uuid, raisedAgainCount } of await app.alertsOf(locationUUID)) {
    const resolution = how === 'resolve' ? { resolution: 'helped', attended: true } : {};
    const body = { seen: { [uuid]: raisedAgainCount }, ...resolution };
    expect((await app.post(`/alerts/${uuid}/${how}`, body)).status).toBe(200);
  }
}

/** The messages that the webhook got. */
function received() {
  const all = receiver.received.map(({ headers, body }) => ({
    id: String(headers['webhook-id']),
    body: WebhookBody.parse(JSON.parse(body)),
  }));
  return all.map(({ id, body: { type, data } }) => ({ id, type, alerts: data.alerts }));
}

test('a manager sees which message a webhook refused, why, and sends it again with the same id', async () => {
  await fallInVain(small.streamA1x1, small.streamA1x2);
  const [notice, ...others] = await listed();
  expect(others, 'one message about both alerts').toEqual([]);
  expect(notice).toMatchObject({
    recipient: { kind: 'contact', name: 'Desk' },
    attempts: 4,
    reason: 'http-503',
    canSendAgain: true,
  });
  expect(notice?.alerts.toSorted((one, other) => one.room.localeCompare(other.room))).toMatchObject([
    { room: 'Room 1', status: 1, progress: 'waiting' },
    { room: 'Room 2', status: 1, progress: 'waiting' },
  ]);
  expect(await sendAgain()).toEqual({ outcome: 'failed', reason: 'http-503' });
  expect(await listed()).toMatchObject([{ attempts: 5 }]);
  isReachable = true;
  expect(await sendAgain()).toEqual({ outcome: 'accepted', reason: null });
  expect(await listed()).toEqual([]);
  const messages = received();
  expect(messages).toHaveLength(6);
  expect(new Set(messages.map(({ id }) => id)), 'a receiver recognises a message that it knows').toHaveLength(1);
  expect(messages.map(({ alerts }) => alerts.length)).toEqual([2, 2, 2, 2, 2, 2]);
  const events = app.database.query.selectFrom('audit_event').select('object_name');
  const recorded = await events.where('action', '=', 'notice.send-again').execute();
  expect(recorded).toEqual([{ object_name: 'Ward X' }, { object_name: 'Ward X' }]);
  await answer('acknowledge');
  await wait(1);
  expect(received().at(-1)?.type, 'the contact has learnt of the alerts').toBe('alert.answered');
});

test('a message is repeated as it was, although another alert is due when it is sent again', async () => {
  expect((await app.report({ stream: small.streamA1x1, status: 'man_down' })).status).toBe(200);
  await wait(5);
  expect((await app.report({ stream: small.streamA1x2, status: 'man_down' })).status).toBe(200);
  await wait(115);
  isReachable = true;
  await wait(5);
  const [first, ...later] = received();
  expect(later.map(({ id, alerts }) => [id === first?.id, alerts.length])).toEqual(
    expect.arrayContaining([
      [true, 1],
      [false, 1],
    ]),
  );
});

test('a contact that did not hear of an alert gets its present state under another id, and no state twice', async () => {
  await fallInVain(small.streamA1x1);
  const [{ id } = expect.unreachable()] = received();
  await answer('acknowledge');
  await wait(1);
  expect(await listed()).toMatchObject([{ alerts: [{ progress: 'answered' }], canSendAgain: true }]);
  isReachable = true;
  expect(await sendAgain()).toMatchObject({ outcome: 'accepted' });
  await wait(1, 60);
  await answer('resolve');
  await wait(1, 60);
  const known = received().slice(4);
  expect(known.map(({ type }) => type)).toEqual(['alert.answered', 'alert.over']);
  expect(new Set([id, ...known.map((message) => message.id)])).toHaveLength(3);
});

test('for an alert that is over, a webhook gets that it is over, also twice when the first response is lost', async () => {
  await fallInVain(small.streamA1x1);
  await answer('resolve');
  await wait(1);
  expect(await listed()).toMatchObject([{ alerts: [{ progress: 'over' }], canSendAgain: true }]);
  expect(await sendAgain()).toMatchObject({ outcome: 'failed' });
  isReachable = true;
  expect(await sendAgain()).toMatchObject({ outcome: 'accepted' });
  await wait(1, 60);
  const [first, second, ...others] = received().slice(4);
  expect([first?.type, second?.type]).toEqual(['alert.over', 'alert.over']);
  expect(first?.id).toBe(second?.id);
  expect(second?.alerts[0]?.overAt).not.toBeNull();
  expect(others).toEqual([]);
  expect(await listed()).toEqual([]);
});

test('nobody is disturbed about an alert that is over, and a removed contact is sent nothing', async () => {
  const scope = { kind: 'ward', uuid: small.wardA1x } as const;
  const nora = app.users.token([scope], { expiresAt: Number.MAX_SAFE_INTEGER });
  await replaceGroupRights(app.database, [{ group: groupOfSubject(nora), role: 'ward-nurse', scope }]);
  expect((await app.post(`/wards/${small.wardA1x}/duty`, undefined, nora)).status).toBe(200);
  expect((await app.report({ stream: small.streamA1x1, status: 'man_down' })).status).toBe(200);
  await wait(30);
  const person = { recipient: { kind: 'person' }, reason: 'no-phone' };
  expect(await listed()).toMatchObject([{ ...person, canSendAgain: true }]);
  expect(await sendAgain()).toMatchObject({ outcome: 'failed', reason: 'no-phone' });
  await wait(90, 5, 10, 15);
  const { query } = app.database;
  const stored = (await findContact(query, contact)) ?? expect.unreachable();
  await removeContact(query, stored, createServerSource());
  await answer('resolve');
  await wait(1);
  expect(await listed()).toMatchObject([
    { reason: 'http-503', canSendAgain: false },
    { ...person, canSendAgain: false },
  ]);
  expect(await sendAgain()).toEqual({ outcome: 'obsolete', reason: null });
  expect(receiver.received).toHaveLength(4);
});

test('two managers who press at once send the message once, and nobody sends more than thirty in a minute', async () => {
  await fallInVain(small.streamA1x1);
  isReachable = true;
  const [{ uuid } = expect.unreachable()] = await listed();
  const token = as(everything);
  const press = () => app.post(`${path}/${uuid}/attempt`, undefined, token);
  await Promise.all([press(), press()]);
  expect(receiver.received).toHaveLength(5);
  const statuses = [];
  for (let count = 0; count < 29; count += 1) statuses.push((await press()).status);
  expect(statuses).toEqual([...Array.from({ length: 28 }, () => 404), 429]);
});

test('managers see the messages of their own locations, for a week; managers of one ward see none', async () => {
  await fallInVain(small.streamA1x1);
  const countOf = async (scope: Scope) => (await listed(as(scope))).length;
  expect(await countOf({ kind: 'location', uuid: small.locationA1 })).toBe(1);
  expect(await countOf({ kind: 'client', uuid: small.clientA })).toBe(1);
  expect(await countOf({ kind: 'ward', uuid: small.wardA1x })).toBe(0);
  expect(await countOf({ kind: 'location', uuid: small.locationA2 })).toBe(0);
  expect(await countOf({ kind: 'client', uuid: small.clientB })).toBe(0);
  const [{ uuid } = expect.unreachable()] = await listed();
  const foreign = as({ kind: 'client', uuid: small.clientB });
  expect((await app.post(`${path}/${uuid}/attempt`, undefined, foreign)).status).toBe(404);
  time += 7 * 86_400_000;
  expect(await countOf(everything)).toBe(0);
});

test('a removed contact that is sent nothing has not been reached, so the alert still says nobody was', async () => {
  await fallInVain(small.streamA1x1);
  await wait(1);
  const { query } = app.database;
  await removeContact(query, (await findContact(query, contact)) ?? expect.unreachable(), createServerSource());
  expect(await sendAgain()).toEqual({ outcome: 'obsolete', reason: null });
  await wait(1);
  const shown = query.selectFrom('notice').select('recipient_kind').where('is_open', '=', 1);
  expect(await shown.where('outcome', '=', 'failed').execute()).toEqual([{ recipient_kind: 'nobody' }]);
});

test('after a room has moved to another client, its former contacts and managers learn nothing more of it', async () => {
  const formerManager = as({ kind: 'client', uuid: small.clientA });
  const { query } = app.database;
  const moveTo = (ward_uuid: string) =>
    query.updateTable('stream').set({ ward_uuid }).where('uuid', '=', small.streamA1x1).execute();
  await fallInVain(small.streamA1x1);
  expect(await listed(formerManager)).toHaveLength(1);
  await moveTo(small.wardB1x);
  expect(await listed(formerManager)).toEqual([]);
  await moveTo(small.wardA1x);
  isReachable = true;
  await sendAgain();
  await moveTo(small.wardB1x);
  await answer('acknowledge', small.locationB1);
  await wait(1);
  expect(received().map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => 'alert.raised'));
});
