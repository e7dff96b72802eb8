/** A phone that gets alerts, as a row of the database. */
import { randomUUID } from 'node:crypto';
import type { PushService } from './push-service.ts';

interface Owner {
  readonly subject: string;
  readonly groups: readonly string[];
}

/** `now`: epoch milliseconds. */
export function workingPhoneOf(
  { subject, groups }: Owner,
  { endpoint, keys }: ReturnType<PushService['subscribe']>,
  now: number,
) {
  return {
    uuid: randomUUID(),
    subject,
    display_name: subject,
    groups: JSON.stringify(groups),
    session_id: null,
    kind: 'android',
    language: 'en',
    endpoint,
    ...keys,
    created_at: now,
    received_at: now,
    tested_at: now,
    repeated_at: null,
    gone_at: null,
    is_shown: 1,
  } as const;
}
