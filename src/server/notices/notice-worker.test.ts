import { afterEach, beforeEach, expect, test } from 'vitest';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import type { Delivery } from '../../domain/notices/delivery.ts';
import { type Scope, type User, userOfGroups } from '../../domain/user.ts';
import { addContact } from '../contacts/contact-store.ts';
import type { OutgoingNotice } from './deliver-notices.ts';
import { createNoticeWorker, type NoticeWorker } from './notice-worker.ts';

const fall = 'man_down';
const ward: Scope = { kind: 'ward', uuid: small.wardA1x };
const location: Scope = { kind: 'location', uuid: small.locationA1 };
const accepted: Delivery = { outcome: 'accepted' };
const failed: Delivery = { outcome: 'failed', reason: 'no phone', isFinal: true, retryAfterMs: null };
const later: Delivery = { outcome: 'failed', reason: 'busy', isFinal: false, retryAfterMs: null };

let app: SmallApp;
let time: number;
let rights: Map<string, User>;
/** What was sent: recipient, kind, rooms. */
let sent: string[];
let answer: (recipient: string, notice: OutgoingNotice) => Promise<Delivery>;
let worker: NoticeWorker;

beforeEach(async () => {
  time = Date.UTC(2026, 2, 1, 2);
  rights = new Map();
  sent = [];
  answer = async () => accepted;
  app = await startSmallApp({ now: () => time });
  worker = createWorker();
});
afterEach(() => app.close());

function createWorker(): NoticeWorker {
  const send = (recipient: string, notice: OutgoingNotice) => {
    sent.push([recipient, notice.kind, ...notice.alerts.map(({ room }) => room).toSorted()].join(', '));
    return answer(recipient, notice);
  };
  return createNoticeWorker({
    database: app.database,
    findUser: async ({ subject }) => rights.get(subject),
    senders: { toPerson: send, toContact: async (uuid, notice) => send(await nameOf(uuid), notice) },
    now: () => time,
    log: { warn: () => undefined },
  });
}

async function nameOf(uuid: string): Promise<string> {
  const contact = app.database.query.selectFrom('contact').select('name').where('uuid', '=', uuid);
  return (await contact.executeTakeFirstOrThrow()).name;
}

/** Puts a person on duty, who has the right to the scope. */
async function goOnDuty(subject: string, wardUUID: string, scope: Scope): Promise<void> {
  const right = { group: 'night', role: 'ward-nurse', scope } as const;
  rights.set(subject, userOfGroups({ subject, displayName: subject }, ['night'], [right]));
  const row = { ward_uuid: wardUUID, subject, display_name: subject, group_names: '["night"]' };
  await app.database.query
    .insertInto('duty')
    .values({ ...row, since_at: time, until_at: time + 8 * 3_600_000 })
    .execute();
}

const report = async (stream: string, status = fall) => expect((await app.report({ stream, status })).status).toBe(200);

/** Moves the clock, lets the worker check, and returns what it has sent since. */
async function after(seconds: number, ...workers: readonly NoticeWorker[]): Promise<readonly string[]> {
  time += seconds * 1_000;
  const count = sent.length;
  const all = workers.length === 0 ? [worker] : workers;
  await Promise.all(all.map((each) => each.check()));
  await Promise.all(all.map((each) => each.idle()));
  return sent.slice(count).toSorted();
}

async function answerAlert(how: 'acknowledge' | 'withdraw'): Promise<void> {
  const [alert] = await app.alertsOf();
  const body = { seen: { [alert?.uuid ?? '']: alert?.raisedAgainCount } };
  expect((await app.post(`/alerts/${alert?.uuid}/${how}`, body)).status).toBe(200);
}

async function addWebhook(name: string): Promise<string> {
  const contact = {
    locationUUID: small.locationA1,
    channel: 'webhook',
    name,
    address: 'https://example.org/',
  } as const;
  const actor = { kind: 'server', id: null, name: null, address: null } as const;
  return addContact(app.database.query, { ...contact, language: 'en' }, { at: time, actor });
}

test('an unanswered fall reaches the ward, then the location, then its contacts, each once', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await goOnDuty('Marc', small.wardA1y, location);
  await goOnDuty('Otto', small.wardA2x, { kind: 'client', uuid: small.clientA });
  await addWebhook('front desk');
  await report(small.streamA1x1);
  expect(await after(29)).toEqual([]);
  expect(await after(1)).toEqual(['Nora, alert, Room 1']);
  expect(await after(30)).toEqual(['Marc, alert, Room 1']);
  expect(await after(60)).toEqual(['front desk, alert, Room 1']);
  expect(await after(3_600)).toEqual([]);
});

test('an answer ends the chain, those who were reached learn it, and a withdrawn answer begins it again', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await goOnDuty('Marc', small.wardA1y, location);
  await report(small.streamA1x1);
  await after(30);
  await answerAlert('acknowledge');
  expect(await after(1)).toEqual(['Nora, answered, Room 1']);
  expect(await after(60)).toEqual([]);
  await answerAlert('withdraw');
  expect(await after(29)).toEqual([]);
  expect(await after(31)).toEqual(['Marc, alert, Room 1', 'Nora, alert, Room 1']);
  const [alert] = await app.alertsOf();
  const body = { seen: { [alert?.uuid ?? '']: alert?.raisedAgainCount }, resolution: 'helped', attended: true };
  expect((await app.post(`/alerts/${alert?.uuid}/resolve`, body)).status).toBe(200);
  expect(await after(1), 'each once, however often the alert was raised').toEqual([
    'Marc, over, Room 1',
    'Nora, over, Room 1',
  ]);
  expect(await after(60)).toEqual([]);
});

test('several alerts of a ward that are due at the same time are one message for each person', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  await report(small.streamA1x2);
  expect(await after(30)).toEqual(['Nora, alert, Room 1, Room 2']);
  await answerAlert('acknowledge');
  expect(await after(1), 'the message stands while another alert waits').toEqual([]);
});

test('two processes send each message once', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await goOnDuty('Marc', small.wardA1x, location);
  await report(small.streamA1x1);
  const all = [];
  for (const seconds of [30, 1, 1]) all.push(...(await after(seconds, worker, createWorker())));
  expect(all.toSorted()).toEqual(['Marc, alert, Room 1', 'Nora, alert, Room 1']);
});

test('a message is sent again if the process ended before it stored the outcome', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  const killed = createWorker();
  answer = () => new Promise(() => undefined);
  time += 30_000;
  await killed.check();
  await expect.poll(() => sent).toEqual(['Nora, alert, Room 1']);
  answer = async () => accepted;
  expect(await after(29), 'the first process may still be sending').toEqual([]);
  expect(await after(1)).toEqual(['Nora, alert, Room 1']);
  expect(await after(60)).toEqual([]);
});

test('whoever loses the right to the ward, or goes off duty, gets nothing more', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await goOnDuty('Marc', small.wardA1x, ward);
  await report(small.streamA1x1);
  rights.delete('Nora');
  await app.database.query.deleteFrom('duty').where('subject', '=', 'Marc').execute();
  expect(await after(30)).toEqual([]);
  await goOnDuty('Marc', small.wardA1x, ward);
  answer = async () => later;
  expect(await after(1)).toEqual(['Marc, alert, Room 1']);
  rights.delete('Marc');
  expect(await after(60), 'a second attempt after the right ended').toEqual([]);
});

test('a message that fails is sent again, and then shown as not reached', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  answer = async () => later;
  await after(30);
  for (const seconds of [5, 10, 15]) expect(await after(seconds)).toHaveLength(1);
  expect(await after(3_600)).toEqual([]);
  const notices = app.database.query.selectFrom('notice').select(['outcome', 'reason', 'attempts']);
  expect(await notices.execute()).toEqual([{ outcome: 'failed', reason: 'busy', attempts: 4 }]);
});

test('a removed contact is not reached, and nobody is followed who got no message', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  answer = async () => failed;
  await report(small.streamA1x1);
  expect(await after(30)).toEqual(['Nora, alert, Room 1']);
  await answerAlert('acknowledge');
  expect(await after(1)).toEqual([]);
});

test('after the clock was set back by an hour, an alert reaches people at once', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  expect(await after(-3_600)).toEqual(['Nora, alert, Room 1']);
});

test('an alert that was answered before the message is sent reaches nobody', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  answer = async () => later;
  await after(30);
  await answerAlert('acknowledge');
  answer = async () => accepted;
  expect(await after(10)).toEqual([]);
  expect(await app.database.query.selectFrom('notice').select('outcome').execute()).toEqual([{ outcome: 'obsolete' }]);
});
