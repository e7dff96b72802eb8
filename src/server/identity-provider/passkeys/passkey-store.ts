/** The passkeys of the accounts, in the database. */
import type { Selectable } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Queries } from '../accounts/accounts.ts';

export interface Passkey {
  /** The credential id, base64url. */
  readonly id: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export type StoredPasskey = Selectable<Schema['passkey']>;

export async function listPasskeys({ query }: Queries, subject: string): Promise<readonly Passkey[]> {
  return query
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('subject', '=', subject)
    .orderBy('created_at')
    .execute();
}

/** The number of passkeys of each account that has any, by subject. */
export async function countPasskeys({ query }: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await query
    .selectFrom('passkey')
    .select(['subject', ({ fn }) => fn.countAll().as('count')])
    .groupBy('subject')
    .execute();
  return new Map(rows.map(({ subject, count }) => [subject, Number(count)]));
}

export async function hasAnyPasskey({ query }: Queries): Promise<boolean> {
  return (await query.selectFrom('passkey').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function findPasskey({ query }: Queries, id: string): Promise<StoredPasskey | undefined> {
  return query.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns false when there is a passkey with this id. */
export async function addPasskey({ query }: Queries, row: StoredPasskey): Promise<boolean> {
  const added = query.insertInto('passkey').values(row);
  const result = await added.onConflict((conflict) => conflict.column('id').doNothing()).executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function recordUse(
  { query }: Queries,
  { id, counter, now }: { readonly id: string; readonly counter: number; readonly now: number },
): Promise<void> {
  await query.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

/** Returns the name of the removed passkey, or undefined when the account has no such passkey. */
export async function removePasskey({ query }: Queries, subject: string, id: string): Promise<string | undefined> {
  const removed = query.deleteFrom('passkey').where('id', '=', id).where('subject', '=', subject).returning('name');
  return (await removed.executeTakeFirst())?.name;
}
