/** Reads and writes the phones of people. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { Phone, phoneEndpoints } from '../../contract/phones/phones.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { type PhoneFacts, phoneStateOf } from '../../domain/phones/phone-state.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { UserCaller } from '../http/api-server.ts';

type Query = Database['query'];
export type PhoneRow = Selectable<Schema['phone']>;
type PhoneRequest = z.output<typeof phoneEndpoints.addPhone.body>;

/** The maximum number of phones of one person. The one that was set up first gives way. */
const maxPhones = 10;

export function phoneFactsOf(row: PhoneRow): PhoneFacts {
  const { gone_at: goneAt, tested_at: testedAt, repeated_at: repeatedAt, received_at: receivedAt, is_shown } = row;
  return { goneAt, testedAt, repeatedAt, receivedAt, isShown: is_shown === null ? null : is_shown === 1 };
}

export function phoneOnWire(row: PhoneRow, now: number): z.output<typeof Phone> {
  return {
    uuid: row.uuid,
    kind: row.kind,
    state: phoneStateOf(phoneFactsOf(row), now),
    createdAt: toIsoTime(row.created_at),
    receivedAt: row.received_at === null ? null : toIsoTime(row.received_at),
    testedAt: row.tested_at === null ? null : toIsoTime(row.tested_at),
  };
}

export async function readPhones(query: Query, subject: string): Promise<readonly PhoneRow[]> {
  return (await readPhonesOf(query, [subject])).get(subject) ?? [];
}

/** Returns the phones of these people, by subject, those of each person in the order in which they were added. */
export async function readPhonesOf(
  query: Query,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly PhoneRow[]>> {
  const phones = new Map<string, PhoneRow[]>();
  for (const batch of splitIntoBatches([...new Set(subjects)])) {
    const rows = await query
      .selectFrom('phone')
      .selectAll()
      .where('subject', 'in', batch)
      .orderBy('created_at')
      .execute();
    for (const [subject, own] of Map.groupBy(rows, (row) => row.subject)) phones.set(subject, own);
  }
  return phones;
}

export function findPhone(query: Query, uuid: string): Promise<PhoneRow | undefined> {
  return query.selectFrom('phone').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

/** Finds a phone by the address of its subscription. */
export function findSubscribed(query: Query, endpoint: string): Promise<PhoneRow | undefined> {
  return query.selectFrom('phone').selectAll().where('endpoint', '=', endpoint).executeTakeFirst();
}

/** The columns that a phone reports each time. */
function reportedColumns({ subscription, language, kind }: PhoneRequest, { user, groups, sessionId }: UserCaller) {
  const { endpoint, keys } = subscription;
  return {
    subject: user.subject,
    display_name: user.displayName,
    groups: JSON.stringify(groups),
    session_id: sessionId ?? null,
    kind,
    language,
    endpoint,
    ...keys,
    gone_at: null,
  };
}

/** Stores the phone as that of the caller. Another person's phone with this subscription is replaced. */
export async function storePhone(query: Query, request: PhoneRequest, caller: UserCaller, now: number) {
  const { subject } = caller.user;
  const row: PhoneRow = {
    ...reportedColumns(request, caller),
    uuid: randomUUID(),
    created_at: now,
    received_at: null,
    tested_at: null,
    repeated_at: null,
    is_shown: null,
  };
  await query.transaction().execute(async (transaction) => {
    const known = await readPhones(transaction, subject);
    const surplus = known.slice(0, Math.max(0, known.length + 1 - maxPhones)).map(({ uuid }) => uuid);
    if (surplus.length > 0) await transaction.deleteFrom('phone').where('uuid', 'in', surplus).execute();
    await transaction
      .insertInto('phone')
      .values(row)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute();
  });
  return row;
}

/** Stores what a known phone of the caller reports. Undefined: the caller has no phone with this subscription. */
export function renewPhone(query: Query, request: PhoneRequest, caller: UserCaller): Promise<PhoneRow | undefined> {
  return query
    .updateTable('phone')
    .set(reportedColumns(request, caller))
    .where('endpoint', '=', request.subscription.endpoint)
    .where('subject', '=', caller.user.subject)
    .returningAll()
    .executeTakeFirst();
}

type Changes = Partial<Omit<PhoneRow, 'uuid' | 'subject'>>;

export async function changePhones(query: Query, uuids: readonly string[], changes: Changes): Promise<void> {
  if (uuids.length === 0) return;
  await query.updateTable('phone').set(changes).where('uuid', 'in', uuids).execute();
}
