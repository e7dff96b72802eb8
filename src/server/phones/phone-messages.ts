/** The messages that phones have got, with the tokens in them. The database has only hashes of the tokens. */
import { hash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { PushPayload } from '../../contract/phones/push-payload.ts';
import { type PhoneMessage, tagOf } from '../../domain/phones/phone-message.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { PhoneRow } from './phone-rows.ts';

type Query = Database['query'];
export type MessageRow = Insertable<Schema['phone_message']>;

/** How long the token of a message answers its alert. Ten minutes later somebody else has gone or was told. */
const answerMs = 10 * 60_000;
/** How long the arrival of a message can be confirmed. A phone may be off for a day. */
const receiptMs = 2 * 86_400_000;

function hashOf(token: string): string {
  return hash('sha256', token);
}

interface MessageOptions {
  readonly message: PhoneMessage;
  /** The base address of the API, which the service worker calls. */
  readonly api: string;
  readonly now: number;
}

/** Creates the message for one phone: what is sent, and the row with which the phone is recognised. */
export function createMessage({ uuid, language }: PhoneRow, { message, api, now }: MessageOptions) {
  const token = randomBytes(32).toString('base64url');
  const payload: PushPayload = { ...contentOf(message), language, tag: tagOf(message), api, token };
  const answered = message.kind === 'alert' && message.alerts.kind === 'one' ? message.alerts : undefined;
  const row: MessageRow = {
    token_hash: hashOf(token),
    phone_uuid: uuid,
    alert_uuid: answered?.uuid ?? null,
    raised_again_count: answered?.raisedAgainCount ?? null,
    sent_at: now,
    answer_until: now + answerMs,
    expires_at: now + receiptMs,
  };
  return { payload, row };
}

function contentOf(message: PhoneMessage) {
  if (message.kind === 'test' || message.kind === 'check') return { kind: message.kind };
  const { ward, alerts, isDiscreet } = message;
  const { uuid, locationUUID, clientUUID, displayName } = ward;
  const shown =
    alerts.kind === 'several'
      ? { kind: alerts.kind, count: alerts.count }
      : {
          kind: alerts.kind,
          room: isDiscreet ? null : alerts.room,
          status: isDiscreet ? null : alerts.status,
          isTest: alerts.isTest,
        };
  const about = { ward: { uuid, locationUUID, clientUUID, displayName }, alerts: shown };
  return message.kind === 'answered' ? { kind: message.kind, about, by: message.by } : { kind: message.kind, about };
}

export async function storeMessages(query: Query, rows: readonly MessageRow[]): Promise<void> {
  for (const batch of splitIntoBatches(rows)) {
    await query
      .insertInto('phone_message')
      .values([...batch])
      .execute();
  }
}

/** Finds the message of a token. Undefined: there is none, or its time is over. */
export function findMessage(query: Query, token: string, now: number) {
  return query
    .selectFrom('phone_message')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function removeOldMessages(query: Query, now: number): Promise<void> {
  await query.deleteFrom('phone_message').where('expires_at', '<=', now).execute();
}
