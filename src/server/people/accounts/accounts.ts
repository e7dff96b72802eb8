/** The accounts of the embedded identity provider. */
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { AccountState } from '../../../domain/account.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { dummyPasswordHash, isPasswordOfHash, noPasswordHash } from './password-hash.ts';

/** The database, or a transaction in it. */
export type Query = Pick<Database, 'query'>;

export interface Account {
  /** The `sub` claim of this user's tokens: a uuid that never changes. */
  readonly subject: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly state: AccountState;
}

/** The maximum length of a password in characters. A longer one is rejected without hashing it. */
const maxPasswordLength = 1024;

export async function listAccounts({ query }: Query): Promise<readonly Account[]> {
  const rows = await query.selectFrom('account').selectAll().orderBy('username').execute();
  return rows.map(accountOfRow);
}

export async function findAccountByName(queries: Query, username: string): Promise<Account | undefined> {
  const row = await rowOfUsername(queries, normalizeUsername(username));
  return row && accountOfRow(row);
}

export async function findAccount({ query }: Query, subject: string): Promise<Account | undefined> {
  const row = await query.selectFrom('account').selectAll().where('subject', '=', subject).executeTakeFirst();
  return row && accountOfRow(row);
}

/** Finds an account that can sign in. Undefined when it does not exist or is disabled, so that it gets no tokens. */
export async function findEnabledAccount(queries: Query, subject: string): Promise<Account | undefined> {
  const account = await findAccount(queries, subject);
  return account?.state === 'disabled' ? undefined : account;
}

/** The accounts of these subjects that can sign in, by subject. */
export async function readEnabledAccounts(
  { query }: Query,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const rows = await query.selectFrom('account').selectAll().where('subject', 'in', subjects).execute();
  const enabled = rows.map(accountOfRow).filter(({ state }) => state !== 'disabled');
  return new Map(enabled.map((account) => [account.subject, account]));
}

/** The groups of each account, by subject. */
export async function readAccountGroups({ query }: Query): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await query.selectFrom('account').select(['subject', 'groups']).execute();
  return new Map(rows.map(({ subject, groups }) => [subject, parseGroups(groups)]));
}

/**
 * Returns the account if the password is right. Undefined for a wrong password and for an unknown or disabled account.
 * Each case takes the same time, so that nobody can find out which accounts exist.
 */
export async function verifyPassword(queries: Query, username: string, password: string): Promise<Account | undefined> {
  if (password.length > maxPasswordLength) return undefined;
  const row = await rowOfUsername(queries, normalizeUsername(username));
  const isCorrect = await isPasswordOfHash(password, row?.password_hash ?? dummyPasswordHash);
  return row !== undefined && isCorrect && row.disabled_at === null ? accountOfRow(row) : undefined;
}

/** Normalizes a username, so that `Nurse ` and `nurse` are the same account. */
export function normalizeUsername(username: string): string {
  return username.normalize('NFC').trim().toLowerCase();
}

type Row = Selectable<Schema['account']>;

/** Selects the row of an account. `username`: normalized. */
export function rowOfUsername({ query }: Query, username: string): Promise<Row | undefined> {
  return query.selectFrom('account').selectAll().where('username', '=', username).executeTakeFirst();
}

const Groups = z.array(z.string());

/** Parses the groups of a stored person: a JSON list. */
export function parseGroups(groups: string): readonly string[] {
  return Groups.parse(JSON.parse(groups));
}

export function accountOfRow(row: Row): Account {
  const isInvited = row.password_hash === noPasswordHash;
  return {
    subject: row.subject,
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    groups: parseGroups(row.groups),
    state: row.disabled_at === null ? (isInvited ? 'invited' : 'active') : 'disabled',
  };
}
