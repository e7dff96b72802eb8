import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startMailServer } from '../../../tests/support/contacts/mail-server.ts';
import { fallAlert, messageOf } from '../../../tests/support/contacts/test-message.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/support/contacts/webhook-receiver.ts';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { small } from '../../../tests/support/homes/small-home.ts';
import { WebhookBody } from '../../contract/contacts/webhook-body.ts';
import { createServerSource } from '../audit/audit-actors.ts';
import type { Database } from '../database/database.ts';
import { type ContactSettings, createContactSender } from './contact-sender.ts';
import { addContact, findContact } from './contact-store.ts';

let database: Database;
let receiver: WebhookReceiver;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  database = await openSmallHome();
  receiver = await startWebhookReceiver();
  mail = await startMailServer({ authOptional: true });
});
afterEach(async () => {
  await receiver.close();
  await mail.close();
  await database.close();
});

const warn = vi.fn();
const senderWith = (settings: Partial<ContactSettings> = {}, of = database) =>
  createContactSender({
    database: of,
    settings: { webhookAllowedHosts: ['127.0.0.1'], email: undefined, ...settings },
    publicUrl: 'https://rooms.example.org',
    now: Date.now,
    log: { warn },
  });

async function contactOf(channel: 'webhook' | 'email', address: string, language: 'en' | 'nl' = 'en') {
  const values = { locationUUID: small.locationA1, channel, name: 'Desk', address, language };
  const uuid = await addContact(database.query, values, createServerSource());
  return (await findContact(database.query, uuid)) ?? expect.unreachable();
}

const webhook = () => contactOf('webhook', `http://127.0.0.1:${receiver.port}/`);
const withEmail = () =>
  senderWith({
    email: { url: `smtp://127.0.0.1:${mail.port}`, from: { name: 'Rooms', address: 'rooms@example.org' } },
  });
const lastReasonOf = async (uuid: string) => (await findContact(database.query, uuid))?.lastReason;

test.each([
  ['alert', 'alert.raised', {}],
  ['answered', 'alert.answered', { answeredAt: fallAlert.raisedAt + 9_000, answeredBy: 'Nora Lind' }],
  ['over', 'alert.over', { answeredAt: fallAlert.raisedAt + 9_000, overAt: fallAlert.raisedAt + 60_000 }],
] as const)('a webhook about an alert of the kind %s has the type %s and the alert', async (kind, type, more) => {
  const contact = await webhook();
  const message = messageOf(kind, [{ ...fallAlert, ...more }]);
  expect(await senderWith().sendToContact(contact, message)).toEqual({ outcome: 'accepted' });
  const [received] = receiver.received;
  expect(received?.headers['webhook-id']).toBe(message.id);
  const { data, ...body } = WebhookBody.parse(JSON.parse(received?.body ?? ''));
  expect(body).toEqual({ type, timestamp: '2026-03-01T02:04:35.000Z' });
  const { room, ward, location, uuid } = fallAlert;
  expect(data.alerts).toMatchObject([
    { uuid, room, ward, location, status: 1, statusName: 'man_down', priority: 'high' },
  ]);
  expect(data.alerts[0]?.raisedAt).toBe('2026-03-01T02:04:05.000Z');
  expect(data.alerts[0]?.answeredBy).toBe(kind === 'answered' ? 'Nora Lind' : null);
});

test('a message that is sent again has the same id and body, and a new time and signature', async () => {
  const contact = await webhook();
  let now = Date.parse('2026-03-01T02:10:00Z');
  const sender = createContactSender({
    database,
    settings: { webhookAllowedHosts: ['127.0.0.1'], email: undefined },
    publicUrl: '',
    now: () => now,
    log: { warn },
  });
  receiver.respond = (response) => response.writeHead(500).end();
  expect(await sender.sendToContact(contact, messageOf('alert'))).toMatchObject({ reason: 'http-500' });
  expect(await lastReasonOf(contact.uuid)).toBe('http-500');
  now += 60_000;
  receiver.respond = (response) => response.writeHead(200).end();
  await sender.sendToContact(contact, messageOf('alert'));
  expect(await lastReasonOf(contact.uuid)).toBeNull();
  const [first, second] = receiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
});

test('an e-mail about a fall has the room, the ward and the time of the location, in the language of the contact', async () => {
  await database.query
    .updateTable('stream')
    .set({ rules: JSON.stringify({ timeZone: 'Europe/Brussels' }) })
    .execute();
  const contact = await contactOf('email', 'desk@example.org', 'nl');
  expect(await withEmail().sendToContact(contact, messageOf('alert'))).toEqual({ outcome: 'accepted' });
  const [received] = mail.received;
  expect(received?.to).toEqual(['desk@example.org']);
  expect(received?.source).toMatch(/^Subject: Alarm: Val herkend, Room 12, Ward X\r$/m);
  expect(received?.source).toMatch(/Room 12, Ward X, Harbour House/);
  expect(received?.source).toMatch(/03:04: Val herkend/);
  expect(received?.source).toContain('https://rooms.example.org');
});

test('twelve alerts are one e-mail', async () => {
  const contact = await contactOf('email', 'desk@example.org');
  const alerts = Array.from({ length: 12 }, (_, index) => ({
    ...fallAlert,
    room: { uuid: '', name: `Room ${index}` },
  }));
  await withEmail().sendToContact(contact, messageOf('alert', alerts));
  expect(mail.received).toHaveLength(1);
  expect(mail.received[0]?.source).toMatch(/^Subject: Alerts \(12\): Ward X, Harbour House\r$/m);
  expect(mail.received[0]?.source).toContain('Room 11');
});

test.each([
  ['answered', /^Subject: On the way: Fall detected, Room 12, Ward X\r$/m, 'On the way: Nora Lind'],
  ['over', /^Subject: Over: Fall detected, Room 12, Ward X\r$/m, 'It is over.'],
] as const)('an e-mail of the kind %s says so', async (kind, subject, text) => {
  const contact = await contactOf('email', 'desk@example.org');
  await withEmail().sendToContact(contact, messageOf(kind, [{ ...fallAlert, answeredBy: 'Nora Lind' }]));
  expect(mail.received[0]?.source).toMatch(subject);
  expect(mail.received[0]?.source).toContain(text);
});

test('a webhook without its secret, as after the restore of a backup without secrets, is not sent unsigned', async () => {
  const contact = { ...(await webhook()), secret: null };
  expect(await senderWith().sendToContact(contact, messageOf('alert'))).toMatchObject({ reason: 'no-secret' });
  expect(receiver.received).toEqual([]);
});

test('the delivery is returned although its result cannot be stored', async () => {
  const contact = await webhook();
  const closed = await openSmallHome();
  await closed.close();
  expect(await senderWith({}, closed).sendToContact(contact, messageOf('alert'))).toEqual({ outcome: 'accepted' });
  expect(warn).toHaveBeenCalledOnce();
});
