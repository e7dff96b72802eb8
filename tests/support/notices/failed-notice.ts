import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/server/database/database.ts';

interface FailedNotice {
  readonly alertUUID: string;
  readonly streamUUID: string;
  readonly wardUUID: string;
  readonly contactUUID: string;
  readonly at: number;
}

/** Stores a message about an alert that did not reach a contact, and returns its uuid. */
export async function storeFailedNotice({ query }: Pick<Database, 'query'>, notice: FailedNotice): Promise<string> {
  const { alertUUID, streamUUID, wardUUID, contactUUID, at } = notice;
  const uuid = randomUUID();
  const about = { alert_uuid: alertUUID, stream_uuid: streamUUID, ward_uuid: wardUUID, raised_at: at, created_at: at };
  const recipient = { recipient_kind: 'contact', recipient_id: contactUUID, recipient_name: 'Front desk' } as const;
  const result = { attempts: 4, due_at: null, outcome: 'failed', reason: 'http-503', is_open: 1 } as const;
  await query
    .insertInto('notice')
    .values({ uuid, message_uuid: uuid, kind: 'alert', is_grouped: 0, ...about, ...recipient, ...result })
    .execute();
  return uuid;
}
