/** Sends messages to the phones of people by Web Push (RFC 8030, 8291 and 8292). */
import { hash } from 'node:crypto';
import webPush, { type RequestOptions } from 'web-push';
import { type Delivery, failedDelivery } from '../../domain/notices/delivery.ts';
import { type PhoneMessage, tagOf } from '../../domain/phones/phone-message.ts';
import { phoneStateOf } from '../../domain/phones/phone-state.ts';
import type { Database } from '../database/database.ts';
import { createBatchLookup } from '../shared/cache/coalesce.ts';
import { createMessage, type MessageRow, storeMessages } from './phone-messages.ts';
import { changePhones, phoneFactsOf, type PhoneRow, readPhonesOf } from './phone-rows.ts';
import type { PushConnection } from './push-connection.ts';
import { loadPushKeys, type PushKeys } from './push-keys.ts';
import { createVapidSignature } from './vapid-signature.ts';
import { deliveryOf, type PushOutcome, pushOutcomeOf } from './push-response.ts';

export interface PhoneSenderOptions {
  readonly database: Pick<Database, 'query'>;
  readonly connection: Pick<PushConnection, 'post' | 'close'>;
  /** Where a push service reaches the operator: `mailto:` or an https address (RFC 8292, section 2.1). */
  readonly contact: string;
  /** The base address of the API. */
  readonly api: string;
  readonly now: () => number;
}

export type PhoneSender = ReturnType<typeof createPhoneSender>;

/**
 * How long the push service keeps a message for a phone that it cannot reach. One about an alert may wait long, because
 * the answer and the end of the alert replace it there.
 */
const [alertSeconds, testSeconds, checkSeconds] = [3600, 60, 12 * 3600];

export function createPhoneSender({ database, connection, contact, api, now }: PhoneSenderOptions) {
  const { query } = database;
  const signatureFor = createVapidSignature({ contact, now });
  // Many falls at once are many messages, and a statement for each would cost more than its encryption. No message waits
  // for others: those that come during a statement share the next one.
  const findPhones = createBatchLookup((subjects: readonly string[]) => readPhonesOf(query, subjects), 0);
  const store = createBatchLookup((rows: readonly MessageRow[][]) => storeMessages(query, rows.flat()), 0);
  let loadedKeys: Promise<PushKeys> | undefined;

  function keys(): Promise<PushKeys> {
    loadedKeys ??= loadPushKeys(database);
    loadedKeys.catch(() => (loadedKeys = undefined));
    return loadedKeys;
  }

  async function push(phone: PhoneRow, payload: object, options: RequestOptions): Promise<PushOutcome> {
    const { endpoint: url, p256dh, auth } = phone;
    const authorization = signatureFor(url, await keys());
    const subscription = { endpoint: url, keys: { p256dh, auth } };
    try {
      const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), options);
      const response = await connection.post({ url, headers: { ...headersOf(headers), authorization }, body });
      return response.outcome === 'failed' ? response : pushOutcomeOf(response);
    } catch {
      // The browser gave keys with which nothing can be encrypted. The other phones of the person get the message.
      return failedDelivery('server-error', { isFinal: true });
    }
  }

  /** Sends a message to these phones, and stores which of them the push services know and accept. */
  async function sendTo(phones: readonly PhoneRow[], message: PhoneMessage): Promise<Delivery> {
    const options = optionsOf(message);
    const messages = phones.map((phone) => ({ phone, ...createMessage(phone, { message, api, now: now() }) }));
    // The phone may confirm a message before the push service responds.
    await store(messages.map(({ row }) => row));
    const sent = await Promise.all(
      messages.map(async ({ phone, payload }) => ({ phone, outcome: await push(phone, payload, options) })),
    );
    const gone = sent.filter(({ outcome }) => outcome.isGone === true).map(({ phone }) => phone.uuid);
    await changePhones(query, gone, { gone_at: now() });
    return deliveryOf(sent.map(({ outcome }) => outcome));
  }

  /**
   * Sends a message to all phones of a person. It is accepted if a push service accepted it for one of them that has not
   * stopped: push services accept messages for phones that are dead. NOTE: the caller checks that the person may see the
   * ward now.
   */
  async function sendToPhones({ subject, message }: { readonly subject: string; readonly message: PhoneMessage }) {
    const phones = ((await findPhones(subject)).get(subject) ?? []).filter(({ gone_at }) => gone_at === null);
    const isStopped = (phone: PhoneRow) => phoneStateOf(phoneFactsOf(phone), now()) === 'stopped';
    const [stopped, others] = [phones.filter(isStopped), phones.filter((phone) => !isStopped(phone))];
    const [delivery] = await Promise.all([sendTo(others, message), sendTo(stopped, message)]);
    return delivery;
  }

  return { sendToPhones, sendTo, publicKey: async () => (await keys()).publicKey, close: connection.close };
}

function optionsOf(message: PhoneMessage): RequestOptions {
  const isCheck = message.kind === 'check';
  const isTest = isCheck || message.kind === 'test';
  const TTL = isCheck ? checkSeconds : isTest ? testSeconds : alertSeconds;
  // A topic has at most 32 characters. The push service sees it, so it is a hash.
  const topic = hash('sha256', tagOf(message), 'base64url').slice(0, 32);
  return { TTL, topic, urgency: isCheck ? 'normal' : 'high', contentEncoding: 'aes128gcm' };
}

function headersOf(headers: object): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}
