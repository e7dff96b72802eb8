/** The accounts of the embedded identity provider. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { dummyPasswordHash, hashPassword, isPasswordOfHash } from './password-hash.ts';

export interface Account {
  /** The `sub` claim of this user's tokens: a uuid that never changes. */
  readonly subject: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** A longer password is rejected without hashing it. Characters. */
const maxPasswordLength = 1024;

/** Upserts an account by its username, with its password. The subject of an existing account does not change. */
export async function ensureAccount(
  database: Database,
  wanted: Omit<Account, 'subject'> & { readonly password: string },
): Promise<Account> {
  const username = normalizeUsername(wanted.username);
  if (username === '' || wanted.password === '') throw new Error('an account needs a username and a password');
  const known = await rowOfUsername(database, username);
  const isSamePassword = known !== undefined && (await isPasswordOfHash(wanted.password, known.password_hash));
  const row = {
    subject: known?.subject ?? randomUUID(),
    username,
    display_name: wanted.displayName,
    email: wanted.email,
    password_hash: isSamePassword ? known.password_hash : await hashPassword(wanted.password),
    groups: JSON.stringify(wanted.groups),
  };
  await database.query
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
    .execute();
  return accountOfRow(row);
}

export async function listAccounts({ query }: Database): Promise<readonly Account[]> {
  const rows = await query.selectFrom('account').selectAll().orderBy('username').execute();
  return rows.map(accountOfRow);
}

export async function findAccountByName(database: Database, username: string): Promise<Account | undefined> {
  const row = await rowOfUsername(database, normalizeUsername(username));
  return row && accountOfRow(row);
}

export async function findAccount(database: Database, subject: string): Promise<Account | undefined> {
  const row = await database.query.selectFrom('account').selectAll().where('subject', '=', subject).executeTakeFirst();
  return row && accountOfRow(row);
}

/** Returns undefined for an unknown account or a wrong password. Both take the same time. */
export async function verifyPassword(
  database: Database,
  username: string,
  password: string,
): Promise<Account | undefined> {
  if (password.length > maxPasswordLength) return undefined;
  const row = await rowOfUsername(database, normalizeUsername(username));
  const isCorrect = await isPasswordOfHash(password, row?.password_hash ?? dummyPasswordHash);
  return row !== undefined && isCorrect ? accountOfRow(row) : undefined;
}

/** Users sometimes type their password into the username field, so only existing names are logged. */
export async function loggableUsername(database: Database, username: string): Promise<string> {
  return (await findAccountByName(database, username))?.username ?? '(no such account)';
}

/** `Nurse ` and `nurse` are the same account. */
export function normalizeUsername(username: string): string {
  return username.normalize('NFC').trim().toLowerCase();
}

type Row = Selectable<Schema['account']>;

function rowOfUsername(database: Database, username: string): Promise<Row | undefined> {
  return database.query.selectFrom('account').selectAll().where('username', '=', username).executeTakeFirst();
}

/** Also ends all sessions of the account, with their access tokens. */
export async function changePassword(database: Database, { subject }: Account, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await database.query.updateTable('account').set({ password_hash: hash }).where('subject', '=', subject).execute();
  await endSessions(database, subject);
}

/** Also ends all sessions of the account. */
export async function removeAccount(database: Database, { subject }: Account): Promise<void> {
  await database.query.deleteFrom('account').where('subject', '=', subject).execute();
  await endSessions(database, subject);
}

/** Also deletes the known devices of the account, because one of them may be stolen. */
async function endSessions({ query }: Database, subject: string): Promise<void> {
  await query.deleteFrom('known_device').where('subject', '=', subject).execute();
  // The payload of sessions, grants and refresh tokens contains the subject of the account.
  await query.deleteFrom('identity_record').where('payload', 'like', `%"accountId":"${subject}"%`).execute();
}

const Groups = z.array(z.string());

function accountOfRow(row: Row): Account {
  return {
    subject: row.subject,
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    groups: Groups.parse(JSON.parse(row.groups)),
  };
}
