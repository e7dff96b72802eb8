import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/support/contacts/webhook-receiver.ts';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { contactEndpoints, maxContacts } from '../../contract/contacts/contacts.ts';
import { Problem } from '../../contract/problem.ts';
import type { Role, Scope } from '../../domain/user.ts';
import { storeResult } from './contact-store.ts';

let app: SmallApp;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  app = await startSmallApp({ contacts: { webhookAllowedHosts: ['127.0.0.1', '192.168.7.7'] } });
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const path = '/manage/contacts';
const as = (scope: Scope, role: Role = 'manager') => app.users.token([scope], { roles: [role] });
const locationA1: Scope = { kind: 'location', uuid: small.locationA1 };
const hook = () => `http://127.0.0.1:${receiver.port}/hook`;

async function call(method: string, to: string, body?: object, token = as(everything)) {
  const response = await fetch(`${app.url}/api${to}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

const desk = (more: object = {}) => ({
  locationUUID: small.locationA1,
  channel: 'webhook',
  name: 'Front desk',
  address: hook(),
  language: 'en',
  ...more,
});

async function added(more: object = {}) {
  const { status, body } = await call('POST', path, desk(more));
  expect(status, JSON.stringify(body)).toBe(200);
  return contactEndpoints.addContact.response.parse(body);
}

async function listed(token?: string) {
  return contactEndpoints.listContacts.response.parse((await call('GET', path, undefined, token)).body);
}

const problemOf = (body: unknown) => Problem.parse(body);
const fieldErrors = (body: unknown) => problemOf(body).errors?.map(({ field, code }) => [field, code]);

test('a manager sees, changes and tests only contacts of own locations; nurses and managers of one ward see none', async () => {
  const { contact } = await added();
  const other = await added({ locationUUID: small.locationB1, name: 'Elsewhere' });
  const names = async (token: string) => (await listed(token)).items.map(({ name }) => name);
  expect(await names(as(everything))).toEqual(['Elsewhere', 'Front desk']);
  expect(await names(as(locationA1))).toEqual(['Front desk']);
  expect(await names(as({ kind: 'client', uuid: small.clientA }))).toEqual(['Front desk']);
  expect(await names(as({ kind: 'location', uuid: small.locationA2 }))).toEqual([]);
  expect(await names(as({ kind: 'ward', uuid: small.wardA1x }))).toEqual([]);
  expect((await call('GET', path, undefined, as(locationA1, 'ward-nurse'))).status).toBe(403);
  const { version } = other.contact;
  for (const [method, step, body] of [
    ['PATCH', '', { version, name: 'Mine', address: hook(), language: 'en' }],
    ['POST', '/secret', { version }],
    ['POST', '/removal', { version }],
    ['POST', '/test', undefined],
  ] as const) {
    const refused = await call(method, `${path}/${other.contact.uuid}${step}`, body, as(locationA1));
    expect(refused.status, step).toBe(404);
  }
  expect((await call('POST', path, desk({ locationUUID: small.locationB1 }), as(locationA1))).status).toBe(404);
  expect(await listed()).toMatchObject({ items: [{ version: other.contact.version }, { version: contact.version }] });
  expect(receiver.received).toEqual([]);
});

test('the signing secret of a webhook is shown when it is made, and in no other response, log line or audit event', async () => {
  const { contact, secret } = await added({ address: `${hook()}?key=of-the-receiver` });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const replaced = await call('POST', `${path}/${contact.uuid}/secret`, { version: contact.version });
  const now = contactEndpoints.replaceContactSecret.response.parse(replaced.body);
  expect(now.secret).toMatch(/^whsec_/);
  expect(now.secret).not.toBe(secret);
  const late = await call('POST', `${path}/${contact.uuid}/secret`, { version: contact.version });
  expect(late.status, 'of two managers who replace it the second is refused').toBe(409);
  await call('POST', `${path}/${contact.uuid}/test`);
  const list = await listed();
  const events = await vi.waitFor(async () => {
    const rows = await app.database.query.selectFrom('audit_event').selectAll().execute();
    expect(rows.map(({ action }) => action)).toContain('contact.view');
    return rows;
  });
  const shown = JSON.stringify([list, late, events, app.log]);
  for (const hidden of [secret, now.secret]) expect(shown).not.toContain(hidden);
  expect(JSON.stringify([events, app.log])).not.toContain('of-the-receiver');
  expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['contact.add', 'contact.replace-secret']));
});

test('of two managers who change or remove a contact at once the second is refused and gets its present state', async () => {
  const { contact } = await added();
  const change = { version: contact.version, address: contact.address, language: 'nl' };
  const of = `${path}/${contact.uuid}`;
  expect(await call('PATCH', of, { ...change, name: 'Desk' })).toMatchObject({ status: 200, body: { name: 'Desk' } });
  const current = { name: 'Desk', language: 'nl' };
  expect(await call('PATCH', of, { ...change, name: 'Other' })).toMatchObject({ status: 409, body: { current } });
  expect(await call('POST', `${of}/removal`, { version: contact.version })).toMatchObject({ status: 409 });
  const [{ version } = expect.unreachable()] = (await listed()).items;
  expect(await call('POST', `${of}/removal`, { version })).toMatchObject({ status: 200 });
  expect((await listed()).items).toEqual([]);
  expect((await call('POST', `${of}/removal`, { version })).status).toBe(404);
});

test('a test shows whether the contact was reached, and another address forgets it', async () => {
  const { contact } = await added();
  expect(contact.lastResult).toBeNull();
  const tested = async () =>
    contactEndpoints.testContact.response.parse((await call('POST', `${path}/${contact.uuid}/test`)).body).lastResult;
  expect(await tested()).toMatchObject({ reason: null });
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    type: 'test',
    data: { contact: 'Front desk', alerts: [] },
  });
  receiver.respond = (response) => response.writeHead(503).end();
  expect(await tested()).toMatchObject({ reason: 'http-503' });
  expect((await listed()).items).toMatchObject([{ lastResult: { reason: 'http-503' } }]);
  const { version, name } = contact;
  const moved = { version, name, address: `${hook()}/2`, language: 'en' };
  expect(await call('PATCH', `${path}/${contact.uuid}`, moved)).toMatchObject({ body: { lastResult: null } });
  await storeResult(app.database.query, contact, { outcome: 'accepted' }, Date.now());
  expect((await listed()).items, 'a result of the former address comes too late').toMatchObject([{ lastResult: null }]);
});

test('an e-mail address can be added before e-mail is set up, and a test says what is missing', async () => {
  const { contact, secret } = await added({ channel: 'email', address: ' night@example.org ' });
  expect([secret, contact.address]).toEqual([null, 'night@example.org']);
  expect(await listed()).toMatchObject({ emailFrom: null, publishedTopic: null });
  const tested = await call('POST', `${path}/${contact.uuid}/test`);
  expect(tested).toMatchObject({ status: 200, body: { lastResult: { reason: 'email-not-set-up' } } });
  const { version } = contact;
  expect((await call('POST', `${path}/${contact.uuid}/secret`, { version })).status).toBe(409);
});

test.each([
  ['webhook', 'https://user:password@receiver.example/', 'webhook-url'],
  ['webhook', 'file:///etc/passwd', 'webhook-url'],
  ['webhook', 'receiver.example', 'webhook-url'],
  ['webhook', 'https://10.0.0.1/', 'webhook-host'],
  ['webhook', 'https://169.254.169.254/latest/meta-data', 'webhook-host'],
  ['webhook', 'https://[::ffff:10.0.0.1]/', 'webhook-host'],
  ['webhook', 'http://localhost.localdomain@[::1]/', 'webhook-url'],
  ['webhook', 'http://93.184.215.14/', 'webhook-https'],
  ['email', 'night', 'email-address'],
  ['email', 'a@example.org, b@example.org', 'email-address'],
  ['email', 'a@example.org\r\nBcc: b@example.org', 'email-address'],
] as const)('a contact with the channel %s and the address %s is refused', async (channel, address, code) => {
  const { status, body } = await call('POST', path, desk({ channel, address }));
  expect([status, fieldErrors(body)]).toEqual([422, [['address', code]]]);
  const { contact } = await added({ channel, address: channel === 'email' ? 'a@example.org' : hook() });
  const { version, name } = contact;
  const changed = await call('PATCH', `${path}/${contact.uuid}`, { version, name, address, language: 'en' });
  expect([changed.status, fieldErrors(changed.body)]).toEqual([422, [['address', code]]]);
});

test('a host in a network of the server is accepted if the operator lists it, also with http', async () => {
  expect((await added({ address: 'http://192.168.7.7:8123/api/webhook/x' })).contact.address).toContain('192.168.7.7');
  expect((await call('POST', path, desk({ address: 'http://192.168.7.8/' }))).status).toBe(422);
});

test('nobody sends more than ten tests in a minute, and a location has a limited number of contacts', async () => {
  const { contact } = await added();
  const statuses: number[] = [];
  const token = as(locationA1);
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await call('POST', `${path}/${contact.uuid}/test`, undefined, token)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(receiver.received).toHaveLength(10);
  for (let count = 1; count < maxContacts; count += 1) await added({ name: `Contact ${count}` });
  const refused = await call('POST', path, desk());
  expect([refused.status, problemOf(refused.body).reason]).toEqual([409, 'too-many-contacts']);
});

test('the contacts of a location are removed with it', async () => {
  await added();
  const { query } = app.database;
  await query.deleteFrom('stream').execute();
  await query.deleteFrom('ward').execute();
  await query.deleteFrom('location').where('uuid', '=', small.locationA1).execute();
  expect(await query.selectFrom('contact').selectAll().execute()).toEqual([]);
});
