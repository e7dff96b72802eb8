import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import type { ChainJson } from '../../contract/rules/chain.ts';
import { rulesEndpoints } from '../../contract/rules/rules.ts';
import { type Delivery, failedDelivery } from '../../domain/notices/delivery.ts';
import { type Scope, type User, userOfGroups } from '../../domain/user.ts';
import { addContact } from '../contacts/contact-store.ts';
import { createNoticeWorker, type NoticeWorker } from './notice-worker.ts';
import type { OutgoingNotice } from './send-notice.ts';

const fall = 'man_down';
const ward: Scope = { kind: 'ward', uuid: small.wardA1x };
const location: Scope = { kind: 'location', uuid: small.locationA1 };
const accepted: Delivery = { outcome: 'accepted' };
const failed = failedDelivery('no-phone', { isFinal: true });
const later = failedDelivery('http-503');

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

function createWorker(now = () => time, onFindUsers = async () => {}): NoticeWorker {
  const send = (recipient: string, notice: OutgoingNotice) => {
    const left = notice.isAnswered ? 'none left' : `${notice.count} left`;
    const rooms = notice.alerts.map(({ room }) => room).toSorted();
    const isUpdate = notice.kind === 'answered' && notice.isGrouped;
    sent.push([recipient, notice.kind, ...rooms, ...(isUpdate ? [left] : [])].join(', '));
    return answer(recipient, notice);
  };
  return createNoticeWorker({
    database: app.database,
    findUsers: async (people) => {
      await onFindUsers();
      return people.map(({ subject }) => rights.get(subject));
    },
    senders: { toPerson: send, toContact: async (uuid, notice) => send(await nameOf(uuid), notice) },
    onChanged: app.bus.publishNoticeChange,
    now,
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

type ListedAlert = Awaited<ReturnType<SmallApp['alertsOf']>>[number];

function seenOf(alert: ListedAlert | undefined) {
  return { seen: { [alert?.uuid ?? '']: alert?.raisedAgainCount } };
}

const resolutionOf = (alert: ListedAlert | undefined) => ({
  ...seenOf(alert),
  resolution: 'helped',
  attended: true,
});

/** The answer may not fit the state of the alert. */
async function tryAnswer(how: 'acknowledge' | 'withdraw'): Promise<void> {
  const [alert] = await app.alertsOf();
  await app.post(`/alerts/${alert?.uuid}/${how}`, how === 'acknowledge' ? seenOf(alert) : undefined);
}

async function answerAlert(how: 'acknowledge' | 'withdraw'): Promise<void> {
  const [alert] = await app.alertsOf();
  const body = how === 'acknowledge' ? seenOf(alert) : undefined;
  expect((await app.post(`/alerts/${alert?.uuid}/${how}`, body)).status).toBe(200);
}

async function addWebhook(name: string, locationUUID = small.locationA1): Promise<string> {
  const contact = {
    locationUUID,
    channel: 'webhook',
    name,
    address: 'https://example.org/',
  } as const;
  const actor = { kind: 'server', id: null, name: null, address: null } as const;
  return addContact(app.database.query, { ...contact, language: 'en' }, { at: time, actor });
}

/** Replaces the own rules of a location or ward as a manager does. */
async function saveChain(level: 'location' | 'ward', uuid: string, chain: ChainJson | undefined): Promise<void> {
  const token = app.users.token([{ kind: 'everything' }], { roles: ['administrator'] });
  const response = await app.get(`/manage/rules?level=${level}&uuid=${uuid}`, token);
  const { version } = z.parse(rulesEndpoints.getRules.response, await response.json());
  const body = { level, uuid, version, rules: { ...(chain !== undefined && { chain }) } };
  expect((await app.post('/manage/rules', body, token)).status).toBe(200);
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

test('a fall that comes and goes reaches people as soon as one that lasts', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  const all: string[] = [];
  for (let second = 0; second < 120; second += 10) {
    await report(small.streamA1x1, second % 20 === 0 ? fall : 'in_bed');
    all.push(...(await after(10)));
    expect(all).toHaveLength(second + 10 < 30 ? 0 : 1);
  }
});

test('a message about several alerts stays until each of them is over, and a second answer is a second message', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  await report(small.streamA1x2);
  await after(30);
  for (const alert of await app.alertsOf()) await app.post(`/alerts/${alert.uuid}/acknowledge`, seenOf(alert));
  expect(await after(1)).toEqual(['Nora, answered, Room 1, Room 2, none left']);
  for (const alert of await app.alertsOf()) await app.post(`/alerts/${alert.uuid}/resolve`, resolutionOf(alert));
  expect(await after(1)).toEqual(['Nora, over, Room 1, Room 2']);
  expect(await after(60)).toEqual([]);
});

test('each answer reaches those who know of the alert, and after their right has ended they learn nothing', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  await after(30);
  await answerAlert('acknowledge');
  await after(1);
  await answerAlert('withdraw');
  await answerAlert('acknowledge');
  expect(await after(1)).toEqual(['Nora, answered, Room 1']);
  rights.delete('Nora');
  const [alert] = await app.alertsOf();
  await app.post(`/alerts/${alert?.uuid}/resolve`, resolutionOf(alert));
  expect(await after(1)).toEqual([]);
});

test('after the clock was set back, a message that waits for another attempt is sent', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  answer = async () => later;
  await after(30);
  answer = async () => accepted;
  expect(await after(-3_600)).toEqual(['Nora, alert, Room 1']);
});

/** What can happen to an alert. */
const steps = ['fall', 'in_bed', 'acknowledge', 'withdraw', 'wait'] as const;

test('whatever happens, a chain reaches the person on duty once, 30 s after the alert began to wait for an answer', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 10, maxLength: 30 }), async (sequence) => {
      let waitingSince: number | undefined;
      let messages = 0;
      for (const step of [...sequence, 'wait' as const]) {
        if (step === 'fall' || step === 'in_bed') await report(small.streamA1x1, step === 'fall' ? fall : 'in_bed');
        else if (step !== 'wait' && (await app.alertsOf()).length > 0) await tryAnswer(step);
        const isWaiting = (await app.alertsOf()).some(({ state }) => state === 'raised');
        if (!isWaiting) waitingSince = undefined;
        else if (waitingSince === undefined) [waitingSince, messages] = [time, 0];
        messages += (await after(10)).filter((text) => text === 'Nora, alert, Room 1').length;
        const isStill = (await app.alertsOf()).some(({ state }) => state === 'raised');
        const isDue = isStill && waitingSince !== undefined && time - waitingSince >= 30_000;
        if (isStill && waitingSince !== undefined) expect(messages).toBe(isDue ? 1 : 0);
      }
      for (const alert of await app.alertsOf()) await app.post(`/alerts/${alert.uuid}/resolve`, resolutionOf(alert));
      await after(1);
    }),
    { numRuns: 12 },
  );
});

test('several alerts of a ward that are due at the same time are one message for each person', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  await report(small.streamA1x2);
  expect(await after(30)).toEqual(['Nora, alert, Room 1, Room 2']);
  // Either alert can be the first of the list, before and after the withdrawal.
  const [alert] = await app.alertsOf();
  const call = async (how: string, body?: object) =>
    expect((await app.post(`/alerts/${alert?.uuid}/${how}`, body)).status).toBe(200);
  await call('acknowledge', seenOf(alert));
  expect(await after(1), 'the message stands while another alert waits').toEqual([
    expect.stringMatching(/^Nora, answered, Room [12], 1 left$/),
  ]);
  await call('withdraw');
  const again = (await app.alertsOf()).find(({ uuid }) => uuid === alert?.uuid);
  await call('acknowledge', seenOf(again));
  expect(await after(1), 'the number is the same').toEqual([]);
});

test('a message about several alerts says how many still wait, also when one is over that nobody had answered', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  for (const room of [small.streamA1x1, small.streamA1x2]) await report(room);
  await after(30);
  const [first, second] = await app.alertsOf();
  await app.post(`/alerts/${first?.uuid}/resolve`, resolutionOf(first));
  answer = async () => later;
  expect(await after(1)).toEqual([expect.stringMatching(/^Nora, answered, Room [12], 1 left$/)]);
  answer = async () => accepted;
  await app.post(`/alerts/${second?.uuid}/resolve`, resolutionOf(second));
  expect(await after(5), 'an update that comes too late is not sent').toEqual(['Nora, over, Room 1, Room 2']);
  expect(await after(60)).toEqual([]);
});

test('a ward has the chain of its location until it has its own, and again when that is removed', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await goOnDuty('Marc', small.wardA1y, location);
  await addWebhook('front desk');
  const night = await addWebhook('night manager');
  await saveChain('location', small.locationA1, [
    { after: 10, notify: `contact:${night}` },
    { after: 40, notify: 'location' },
  ]);
  await report(small.streamA1x1);
  expect(await after(10)).toEqual(['night manager, alert, Room 1']);
  await saveChain('ward', small.wardA1x, [{ after: 20, notify: 'ward' }]);
  expect(await after(10)).toEqual(['Nora, alert, Room 1']);
  expect(await after(40)).toEqual([]);
  await saveChain('ward', small.wardA1x, undefined);
  expect(await after(1), 'those on duty on the ward are on duty in the location').toEqual(['Marc, alert, Room 1']);
});

test('a changed chain is in force at the next check for an alert that waits, and nobody is reached twice', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await goOnDuty('Marc', small.wardA1y, location);
  await addWebhook('front desk');
  await report(small.streamA1x1);
  expect(await after(30)).toEqual(['Nora, alert, Room 1']);
  await saveChain('location', small.locationA1, [
    { after: 0, notify: 'contacts' },
    { after: 60, notify: 'ward' },
    { after: 300, notify: 'location' },
  ]);
  expect(await after(1)).toEqual(['front desk, alert, Room 1']);
  expect(await after(100), 'Nora has the message, and Marc is not due').toEqual([]);
  await saveChain('location', small.locationA1, undefined);
  expect(await after(1)).toEqual(['Marc, alert, Room 1']);
  await answerAlert('acknowledge');
  expect(await after(1)).toEqual(['Marc, answered, Room 1', 'Nora, answered, Room 1', 'front desk, answered, Room 1']);
});

test('a step for a removed contact, or for one of another location, reaches nobody and stops no other step', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  const removed = await addWebhook('front desk');
  const elsewhere = await addWebhook('elsewhere', small.locationA2);
  const chain: ChainJson = [removed, elsewhere].map((uuid) => ({ after: 5, notify: `contact:${uuid}` }));
  const own_rules = JSON.stringify({ chain: [...chain, { after: 10, notify: 'ward' }] });
  await app.database.query.updateTable('ward').set({ own_rules }).where('uuid', '=', small.wardA1x).execute();
  await app.database.query.deleteFrom('contact').where('uuid', '=', removed).execute();
  await report(small.streamA1x1);
  expect(await after(5)).toEqual([]);
  expect(await after(5)).toEqual(['Nora, alert, Room 1']);
});

test('with rules that cannot be read the default chain is in force', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  const own_rules = JSON.stringify({ chain: [{ after: 5, notify: 'mayor' }] });
  await app.database.query.updateTable('location').set({ own_rules }).execute();
  await report(small.streamA1x1);
  expect(await after(29)).toEqual([]);
  expect(await after(1)).toEqual(['Nora, alert, Room 1']);
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

test('a message that fails is sent again, shown as not reached after 30 s, and tried each minute while the alert waits', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  answer = async () => later;
  await after(30);
  for (const seconds of [5, 10, 15]) expect(await after(seconds)).toHaveLength(1);
  expect(await after(59)).toEqual([]);
  expect(await after(1)).toHaveLength(1);
  const notices = app.database.query
    .selectFrom('notice')
    .select(['outcome', 'reason', 'attempts'])
    .where('recipient_kind', '=', 'person');
  expect(await notices.execute()).toEqual([{ outcome: 'failed', reason: 'http-503', attempts: 5 }]);
  const isSaid = async () => {
    const rows = app.database.query.selectFrom('notice').select('uuid').where('recipient_kind', '=', 'nobody');
    return (await rows.where('is_open', '=', 1).execute()).length > 0;
  };
  await after(10);
  expect(await isSaid()).toBe(true);
  answer = async () => accepted;
  expect(await after(50)).toEqual(['Nora, alert, Room 1']);
  await after(1);
  expect(await isSaid()).toBe(false);
  expect(await after(3_600)).toEqual([]);
});

test('whoever sets up a phone while an alert waits is reached within a minute', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  answer = async () => failed;
  expect(await after(30)).toEqual(['Nora, alert, Room 1']);
  const notice = app.database.query.selectFrom('notice').select(['outcome', 'reason']);
  expect(await notice.executeTakeFirst()).toEqual({ outcome: 'failed', reason: 'no-phone' });
  answer = async () => accepted;
  expect(await after(60)).toEqual(['Nora, alert, Room 1']);
  expect(await notice.executeTakeFirst()).toMatchObject({ outcome: 'accepted' });
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

test('two alerts that were one message each are withdrawn as two messages when they end at the same time', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  await after(30);
  await report(small.streamA1x2);
  expect(await after(30)).toEqual(['Nora, alert, Room 2']);
  for (const alert of await app.alertsOf()) await app.post(`/alerts/${alert.uuid}/resolve`, resolutionOf(alert));
  expect(await after(1)).toEqual(['Nora, over, Room 1', 'Nora, over, Room 2']);
});

test('a message about several alerts counts those that were one message each, because it replaces them on the phone', async () => {
  const counts: unknown[] = [];
  answer = async (_, { kind, count, isGrouped }) => {
    counts.push([kind, isGrouped, count]);
    return accepted;
  };
  await app.database.query.updateTable('stream').set({ status: 'ACTIVE' }).execute();
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x3);
  await after(30);
  await report(small.streamA1x1);
  await report(small.streamA1x2);
  await after(30);
  expect(counts).toEqual([
    ['alert', false, 1],
    ['alert', true, 3],
  ]);
});

test('a message about several alerts is withdrawn when they are over, although another alert of the ward waits', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  await report(small.streamA1x2);
  await after(30);
  const known = await app.alertsOf();
  await app.database.query.updateTable('stream').set({ status: 'ACTIVE' }).execute();
  await report(small.streamA1x3);
  for (const alert of known) await app.post(`/alerts/${alert.uuid}/resolve`, resolutionOf(alert));
  expect(await after(1)).toEqual(['Nora, over, Room 1, Room 2']);
});

test('a late message that alerts are over does not withdraw a newer message about several other alerts', async () => {
  await app.database.query.updateTable('stream').set({ status: 'ACTIVE' }).execute();
  const rooms = [small.streamA1x1, small.streamA1x2];
  await goOnDuty('Nora', small.wardA1x, ward);
  for (const room of rooms) await report(room);
  await after(30);
  for (const room of rooms) await report(room, 'out_of_bed');
  for (const alert of await app.alertsOf()) await app.post(`/alerts/${alert.uuid}/resolve`, resolutionOf(alert));
  await saveChain('ward', small.wardA1x, [{ after: 0, notify: 'ward' }]);
  answer = async (_, { kind }) => (kind === 'over' ? later : accepted);
  expect(await after(1)).toEqual(['Nora, over, Room 1, Room 2']);
  for (const room of rooms) await report(room);
  expect(await after(1)).toEqual(['Nora, alert, Room 1, Room 2']);
  answer = async () => accepted;
  expect(await after(5)).toEqual([]);
});

test('a process that was suspended while it sent changes nothing about what another one has sent since', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  const suspended = createWorker();
  const lost = Promise.withResolvers<Delivery>();
  answer = () => lost.promise;
  time += 30_000;
  await suspended.check();
  await expect.poll(() => sent).toHaveLength(1);
  answer = async () => accepted;
  expect(await after(30)).toHaveLength(1);
  lost.resolve(later);
  await suspended.idle();
  expect(await after(10)).toEqual([]);
  expect(await app.database.query.selectFrom('notice').select('outcome').execute()).toEqual([{ outcome: 'accepted' }]);
});

test('whoever goes off duty before a message is sent, and on duty again while the alert waits, gets it', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  answer = async () => later;
  await after(30);
  await app.database.query.deleteFrom('duty').execute();
  await after(5);
  answer = async () => accepted;
  await goOnDuty('Nora', small.wardA1x, ward);
  expect(await after(1)).toEqual(['Nora, alert, Room 1']);
});

test('after an alert is answered, a message that did not reach somebody is not tried again, and stays as not reached', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  answer = async () => later;
  for (const seconds of [30, 5, 10, 15]) await after(seconds);
  await answerAlert('acknowledge');
  answer = async () => accepted;
  expect(await after(60)).toEqual([]);
  const notices = app.database.query.selectFrom('notice').select(['outcome', 'due_at']);
  expect(await notices.where('recipient_kind', '=', 'person').execute()).toEqual([{ outcome: 'failed', due_at: null }]);
});

test('a message about several alerts is repeated as one, also when its outcome takes time to store', async () => {
  const contact = await addWebhook('front desk');
  await saveChain('location', small.locationA1, [{ after: 10, notify: `contact:${contact}` }]);
  await report(small.streamA1x1);
  await report(small.streamA1x2);
  let isSlow = false;
  const slow = createWorker(() => (isSlow ? (time += 10) : time));
  answer = async () => {
    isSlow = true;
    return later;
  };
  expect(await after(10, slow)).toHaveLength(1);
  isSlow = false;
  answer = async () => accepted;
  const due = app.database.query.selectFrom('notice').select('due_at').distinct().where('due_at', 'is not', null);
  expect(await due.execute()).toHaveLength(1);
});

test('a message that another process stores while this one reads the open alerts is sent', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  await after(30);
  let isFirst = true;
  const slow = createWorker(undefined, async () => {
    if (!isFirst) return;
    isFirst = false;
    await report(small.streamA1x2);
    answer = async () => later;
    await after(30);
    answer = async () => accepted;
    time += 10_000;
  });
  await slow.check();
  await slow.idle();
  expect(sent.at(-1)).toContain('Nora, alert');
  const outcomes = await app.database.query.selectFrom('notice').select('outcome').execute();
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
});

test('a message that another process sends while this one reads the open alerts is not withdrawn', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  await report(small.streamA1x1);
  let isFirst = true;
  const slow = createWorker(undefined, async () => {
    if (!isFirst) return;
    isFirst = false;
    await report(small.streamA1x2);
    await after(30);
  });
  await slow.check();
  await slow.idle();
  expect(await after(60)).toEqual([]);
  expect(sent).toEqual([expect.stringMatching('Nora, alert')]);
});

test('while a client moves to another cell nobody is told about its falls, neither that they are over nor that they wait', async () => {
  await goOnDuty('Nora', small.wardA1x, ward);
  const freeze = (is_frozen: number) => app.database.query.updateTable('stream').set({ is_frozen }).execute();
  await report(small.streamA1x1);
  expect(await after(30)).toEqual(['Nora, alert, Room 1']);
  await report(small.streamA1x2);
  await after(29);
  await freeze(1);
  for (const seconds of [1, 60]) expect(await after(seconds)).toEqual([]);
  await freeze(0);
  answer = async () => later;
  expect(await after(1)).toEqual(['Nora, alert, Room 2']);
  answer = async () => accepted;
  await freeze(1);
  expect(await after(60)).toEqual([]);
  await freeze(0);
  expect(await after(1)).toEqual(['Nora, alert, Room 2']);
  for (const alert of await app.alertsOf()) await app.post(`/alerts/${alert.uuid}/resolve`, resolutionOf(alert));
  expect(await after(1)).toEqual(['Nora, over, Room 1', 'Nora, over, Room 2']);
});
