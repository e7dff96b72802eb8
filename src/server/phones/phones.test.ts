import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { type PushService, startPushService } from '../../../tests/support/phones/push-service.ts';
import { Phone, phoneEndpoints } from '../../contract/phones/phones.ts';
import type { PushPayload } from '../../contract/phones/push-payload.ts';
import type { PhoneMessage } from '../../domain/phones/phone-message.ts';
import { checkTimeoutMs } from '../../domain/phones/phone-state.ts';
import { groupOfSubject, type Scope } from '../../domain/user.ts';
import type { Account } from '../people/accounts/accounts.ts';
import { disableAccount, setPassword } from '../people/accounts/change-account.ts';
import { replaceGroupRights } from '../people/group-rights.ts';
import { checkPhones } from './check-phones.ts';
import { createPushConnection, type PushConnection } from './push-connection.ts';
import { phonesOf } from './phones-of.ts';
import { createPhoneSender, type PhoneSender } from './send-push.ts';

const fall = 1;
const [room, wardUUID] = [small.streamA1x1, small.wardA1x];
const ward = { uuid: wardUUID, locationUUID: small.locationA1, clientUUID: small.clientA, displayName: 'Ward 2' };
const dayMs = 86_400_000;

const nobody: Account = { subject: '', username: 'nora', displayName: 'Nora', email: '', groups: [], state: 'active' };

let service: PushService;
let app: SmallApp;
let sender: PhoneSender;
let time: number;
/** The token of Nora, who is also its subject. */
let nora: string;

beforeEach(async () => {
  time = Date.now();
  service = await startPushService();
  app = await startSmallApp({ now: () => time });
  nora = await addPerson();
  sender = createSender(createPushConnection(['127.0.0.1'], () => time));
});
afterEach(async () => {
  sender.close();
  await app.close();
  await service.close();
});

const createSender = (connection: PushConnection) =>
  createPhoneSender({
    database: app.database,
    connection,
    contact: 'mailto:it@example.org',
    api: `${app.url}/api`,
    now: () => time,
  });

async function addPerson(scope: Scope = { kind: 'ward', uuid: wardUUID }): Promise<string> {
  const token = app.users.token([scope], { expiresAt: Number.MAX_SAFE_INTEGER });
  await grant(token, scope);
  return token;
}

const grant = (subject: string, ...scopes: readonly Scope[]) =>
  replaceGroupRights(
    app.database,
    scopes.map((scope) => ({ group: groupOfSubject(subject), role: 'ward-nurse', scope })),
  );

async function call(method: string, path: string, body?: object, bearer = nora): Promise<Response> {
  return fetch(`${app.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function addPhone(bearer = nora, subscription = service.subscribe(), language = 'de') {
  const response = await call('POST', '/phones', { subscription, language, kind: 'android' }, bearer);
  expect(response.status).toBe(200);
  return { ...Phone.parse(await response.json()), subscription };
}

async function listPhones(bearer = nora) {
  const response = await call('GET', '/phones', undefined, bearer);
  return phoneEndpoints.listPhones.response.parse(await response.json());
}

/** Reports a fall, and returns a message about it. */
async function fallMessage(more: { readonly isDiscreet?: boolean } = {}): Promise<PhoneMessage & { kind: 'alert' }> {
  expect((await app.report({ stream: room, status: fall })).status).toBe(200);
  const [alert] = await app.alertsOf();
  if (alert === undefined) throw new Error('there is no alert');
  const alerts = { kind: 'one', uuid: alert.uuid, raisedAgainCount: 0, room: 'Room 1', status: fall } as const;
  return { kind: 'alert', ward, alerts: { ...alerts, isTest: false }, isDiscreet: false, ...more };
}

const send = (message: PhoneMessage, subject = nora) => sender.sendToPhones({ subject, message });

async function tokenOf(kind: PushPayload['kind']): Promise<string> {
  return (await service.waitFor(({ payload }) => payload.kind === kind)).payload.token;
}

const confirm = (token: string) => app.post('/phones/receipts', { token }, 'none');

async function answer(token: string) {
  const response = await app.post('/phones/answers', { token }, 'none');
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

describe('an alert on a phone', () => {
  test('is encrypted for the phone, with its language, urgent, and replaced by a newer one about the same alert', async () => {
    await addPhone();
    const message = await fallMessage();
    expect(await send(message)).toEqual({ outcome: 'accepted' });
    expect(await send({ ...message, kind: 'answered', by: 'Marc' })).toEqual({ outcome: 'accepted' });
    expect(await send({ ...message, kind: 'over' })).toEqual({ outcome: 'accepted' });
    expect(service.refusals).toEqual([]);
    const [alert, answered, over] = service.pushes;
    expect(alert).toMatchObject({ urgency: 'high', ttl: 3600, contact: 'mailto:it@example.org' });
    expect(alert?.payload).toMatchObject({
      kind: 'alert',
      language: 'de',
      about: { ward, alerts: { kind: 'one', room: 'Room 1', status: fall } },
    });
    expect(answered?.payload).toMatchObject({ kind: 'answered', by: 'Marc' });
    expect(new Set([alert, answered, over].map((push) => push?.payload.tag)).size).toBe(1);
    expect(new Set([alert, answered, over].map((push) => push?.topic)).size).toBe(1);
  });

  test('names neither the room nor the status in a home that forbids it', async () => {
    await addPhone();
    await send(await fallMessage({ isDiscreet: true }));
    const text = JSON.stringify(service.pushes[0]?.payload);
    expect(text).toContain('Ward 2');
    expect(text).not.toMatch(/Room 1|"status":1/);
  });

  test('reaches all phones of the person and no phone of others, and one phone is enough', async () => {
    const [first, second] = [await addPhone(), await addPhone()];
    await addPhone(await addPerson());
    service.behave(first.subscription, { status: 500 });
    expect(await send(await fallMessage())).toEqual({ outcome: 'accepted' });
    expect(service.pushes.map(({ phone }) => second.subscription.endpoint.endsWith(phone))).toEqual([true]);
  });

  test.each([
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { isFinal: false, retryAfterMs: 7_000 },
    ],
    [{ status: 503 }, { isFinal: false, retryAfterMs: null }],
    [{ status: 403 }, { isFinal: true, retryAfterMs: null }],
  ])('is sent again when the push service asks for it: %j', async (behaviour, expected) => {
    const { subscription } = await addPhone();
    service.behave(subscription, behaviour);
    expect(await send(await fallMessage())).toMatchObject({ outcome: 'failed', ...expected });
    expect((await listPhones()).items).toMatchObject([{ state: 'new' }]);
  });

  test('fails in five seconds when the push service does not respond', async () => {
    const { subscription } = await addPhone();
    service.behave(subscription, 'no-response');
    expect(await send(await fallMessage())).toMatchObject({ outcome: 'failed', isFinal: false });
  });

  test('has reached nobody while all phones of the person have stopped, until one of them confirms it', async () => {
    await addPhone();
    await app.database.query.updateTable('phone').set({ tested_at: time }).execute();
    time += checkTimeoutMs + 1;
    const message = await fallMessage();
    expect(await send(message)).toMatchObject({ outcome: 'failed', reason: 'no-phone' });
    await confirm(await tokenOf('alert'));
    expect(await send(message)).toEqual({ outcome: 'accepted' });
  });

  test('is not sent any more to a phone that the push service does not know, until the phone subscribes again', async () => {
    const { subscription } = await addPhone();
    service.behave(subscription, { status: 410 });
    const message = await fallMessage();
    expect(await send(message)).toMatchObject({ outcome: 'failed', reason: 'no-phone', isFinal: true });
    expect((await listPhones()).items).toMatchObject([{ state: 'stopped' }]);
    service.behave(subscription, { status: 201 });
    expect(await send(message)).toMatchObject({ outcome: 'failed', isFinal: true });
    expect(service.pushes).toEqual([]);
    await call('PATCH', '/phones', { subscription, language: 'fr', kind: 'android' });
    expect(await send(message)).toEqual({ outcome: 'accepted' });
    expect(service.pushes[0]?.payload.language).toBe('fr');
  });
});

describe('"I\'m on my way" on a notification', () => {
  test('acknowledges the alert for the owner of the phone, also when it is sent again', async () => {
    await addPhone();
    await send(await fallMessage());
    const token = await tokenOf('alert');
    const by = `Name of ${nora}`;
    expect(await answer(token)).toEqual({ status: 200, body: { outcome: 'going', by, isOver: false } });
    expect(await app.alertsOf()).toMatchObject([{ state: 'acknowledged', by: { subject: nora } }]);
    expect((await answer(token)).body).toMatchObject({ outcome: 'going' });
    const events = await app.database.query.selectFrom('audit_event').select(['action', 'actor_id']).execute();
    expect(events).toContainEqual({ action: 'alert.acknowledge', actor_id: nora });
  });

  test('says who goes already, and that the alert is over', async () => {
    await addPhone();
    await send(await fallMessage());
    const token = await tokenOf('alert');
    const [alert] = await app.alertsOf();
    await app.post(`/alerts/${alert?.uuid}/acknowledge`, {});
    expect((await answer(token)).body).toMatchObject({ outcome: 'refused', by: `Name of ${app.token}`, isOver: false });
    await app.post(`/alerts/${alert?.uuid}/resolve`, { resolution: 'helped', attended: true });
    expect((await answer(token)).body).toMatchObject({ outcome: 'refused', isOver: true });
  });

  test('is refused ten minutes later, after the right to the ward or the phone is taken away, and for a wrong token', async () => {
    const { uuid } = await addPhone();
    await send(await fallMessage());
    const token = await tokenOf('alert');
    expect((await answer('A'.repeat(43))).status).toBe(404);
    await grant(nora, { kind: 'ward', uuid: small.wardA1y });
    expect((await answer(token)).status).toBe(404);
    await grant(nora, everything);
    time += 10 * 60_000;
    expect((await answer(token)).status).toBe(404);
    time -= 1;
    await call('DELETE', `/phones/${uuid}`);
    expect((await answer(token)).status).toBe(404);
    expect(await app.alertsOf()).toMatchObject([{ state: 'raised' }]);
  });

  test('is refused with the token of any other message', async () => {
    await addPhone();
    const message = await fallMessage();
    await send({ ...message, kind: 'over' });
    await send({ ...message, alerts: { kind: 'several', count: 12 } });
    for (const { payload } of service.pushes) expect((await answer(payload.token)).status).toBe(404);
    expect(service.pushes).toHaveLength(2);
  });
});

describe('a phone', () => {
  test('works after its test has arrived, and has stopped when its owner did not see it', async () => {
    const { uuid } = await addPhone();
    expect(await phonesOf(app.database.query, [nora, 'marc'], time)).toEqual(
      new Map([
        [nora, 'stopped'],
        ['marc', 'none'],
      ]),
    );
    const tested = await call('POST', `/phones/${uuid}/test`);
    expect(await tested.json()).toMatchObject({ isAccepted: true, phone: { state: 'new' } });
    expect((await confirm(await tokenOf('test'))).status).toBe(200);
    expect((await listPhones()).items).toMatchObject([{ uuid, state: 'works' }]);
    expect(await phonesOf(app.database.query, [nora], time)).toEqual(new Map([[nora, 'works']]));
    const judged = await call('POST', `/phones/${uuid}/test/outcome`, { isShown: false });
    expect(await judged.json()).toMatchObject({ state: 'stopped' });
  });

  test('is checked once a week by one of two processes, and has stopped when the check does not arrive in a day', async () => {
    const { uuid } = await addPhone();
    await call('POST', `/phones/${uuid}/test`);
    await confirm(await tokenOf('test'));
    const checks = () => service.pushes.filter(({ payload }) => payload.kind === 'check');
    const options = { database: app.database, phones: sender, now: () => time };
    await checkPhones(options);
    expect(checks()).toEqual([]);
    time += 7 * dayMs;
    await Promise.all([checkPhones(options), checkPhones(options)]);
    expect(checks()).toHaveLength(1);
    time += checkTimeoutMs + 1;
    expect((await listPhones()).items).toMatchObject([{ state: 'stopped' }]);
    await confirm(await tokenOf('check'));
    expect((await listPhones()).items).toMatchObject([{ state: 'works' }]);
  });

  test('stays stopped while the check is repeated each day by one of two processes, until one arrives', async () => {
    const { uuid } = await addPhone();
    await call('POST', `/phones/${uuid}/test`);
    await confirm(await tokenOf('test'));
    const checks = () => service.pushes.filter(({ payload }) => payload.kind === 'check');
    const options = { database: app.database, phones: sender, now: () => time };
    time += 7 * dayMs;
    await checkPhones(options);
    for (const count of [2, 3]) {
      time += checkTimeoutMs + 1;
      await Promise.all([checkPhones(options), checkPhones(options)]);
      await checkPhones(options);
      expect(checks()).toHaveLength(count);
      expect((await listPhones()).items).toMatchObject([{ state: 'stopped' }]);
    }
    await confirm(checks()[2]?.payload.token ?? '');
    expect((await listPhones()).items).toMatchObject([{ state: 'works' }]);
  });

  test('belongs to the person who set it up last, and nobody else can use it', async () => {
    const { uuid, subscription } = await addPhone();
    const marc = await addPerson();
    const body = { subscription, language: 'de', kind: 'android' };
    expect((await call('PATCH', '/phones', body, marc)).status).toBe(404);
    expect((await call('DELETE', `/phones/${uuid}`, undefined, marc)).status).toBe(404);
    expect((await call('POST', `/phones/${uuid}/test`, undefined, marc)).status).toBe(404);
    await addPhone(marc, subscription);
    expect((await listPhones()).items).toEqual([]);
    expect((await listPhones(marc)).items).toHaveLength(1);
  });

  test('gets nothing after its session was ended by a new password, or its account was disabled', async () => {
    const [kept, ended] = [await addPhone(), await addPhone()];
    const { query } = app.database;
    for (const { uuid } of [kept, ended]) {
      await query.updateTable('phone').set({ session_id: uuid }).where('uuid', '=', uuid).execute();
    }
    const account = { ...nobody, subject: nora };
    const row = { username: 'nora', display_name: 'Nora', email: '', password_hash: '', groups: '[]' };
    await query
      .insertInto('account')
      .values({ ...row, subject: nora, disabled_at: null })
      .execute();
    await setPassword(app.database, account, { passwordHash: 'x', keptSessionId: kept.uuid });
    expect((await listPhones()).items.map(({ uuid }) => uuid)).toEqual([kept.uuid]);
    await disableAccount(app.database, account);
    expect((await listPhones()).items).toEqual([]);
  });

  test('moves to the new subscription of its browser, with the secret of the former one', async () => {
    const { subscription: former } = await addPhone();
    const subscription = service.subscribe();
    const wrong = { ...former, keys: { ...former.keys, auth: 'A'.repeat(22) } };
    expect((await app.post('/phones/moves', { former: wrong, subscription }, 'none')).status).toBe(404);
    expect((await app.post('/phones/moves', { former, subscription }, 'none')).status).toBe(200);
    await send(await fallMessage());
    expect(service.pushes.map(({ phone }) => subscription.endpoint.endsWith(phone))).toEqual([true]);
  });

  test.each([
    'http://push.example.org/1',
    'https://10.0.0.1/1',
    'https://[::1]/1',
    'https://[::ffff:127.0.0.2]/1',
    'https://169.254.169.254/1',
    'https://user@push.example.org/1',
    'file:///etc/passwd',
  ])('may not subscribe at %s', async (endpoint) => {
    const subscription = { ...service.subscribe(), endpoint };
    const response = await call('POST', '/phones', { subscription, language: 'de', kind: 'android' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'subscription.endpoint' }] });
  });

  test('gets nothing when the name of its push service leads into the own network', async () => {
    const { uuid } = await addPhone();
    const endpoint = service.origin.replace('127.0.0.1', 'localhost').replace('http:', 'https:');
    await app.database.query.updateTable('phone').set({ endpoint }).where('uuid', '=', uuid).execute();
    const guarded = createSender(createPushConnection([], () => time));
    const delivery = await guarded.sendToPhones({ subject: nora, message: { kind: 'test' } });
    expect(delivery).toMatchObject({ outcome: 'failed', reason: 'forbidden-address' });
    guarded.close();
  });

  test('keeps the keys of the server, and a person has at most ten phones', async () => {
    const { publicKey } = await listPhones();
    expect(publicKey).toBe((await listPhones(await addPerson())).publicKey);
    for (let count = 0; count < 11; count++) {
      time += 1;
      await addPhone();
    }
    expect((await listPhones()).items).toHaveLength(10);
  });
});
