/** Adds accounts, with a password or with an invitation to set one. */
import { randomUUID } from 'node:crypto';
import { createServerSource } from '../../audit/audit-actors.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import { runInTransaction } from '../../database/in-transaction.ts';
import { type Account, accountOfRow, normalizeUsername, type Query, rowOfUsername } from './accounts.ts';
import { recordAccount } from './audit-account.ts';
import { hashPassword, isPasswordOfHash, noPasswordHash } from './password-hash.ts';

/** The fields of a new account that an administrator or operator fills in. */
export type NewAccount = Omit<Account, 'subject' | 'state'>;

/** Upserts an account by its username, with its password. The subject of an existing account does not change. */
export async function ensureAccount(
  { query }: Query,
  wanted: NewAccount & { readonly password: string },
  source: AuditSource = createServerSource(),
): Promise<Account> {
  const username = normalizeUsername(wanted.username);
  if (username === '' || wanted.password === '') throw new Error('an account needs a username and a password');
  const known = await rowOfUsername({ query }, username);
  const isSamePassword = known !== undefined && (await isPasswordOfHash(wanted.password, known.password_hash));
  const row = {
    subject: known?.subject ?? randomUUID(),
    password_hash: isSamePassword ? known.password_hash : await hashPassword(wanted.password),
    ...columnsOf({ ...wanted, username }),
  };
  const account = accountOfRow({ ...row, disabled_at: known?.disabled_at ?? null });
  await runInTransaction(query, async (transaction) => {
    await transaction
      .insertInto('account')
      .values(row)
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
      .execute();
    if (known === undefined) await recordAccount(transaction, 'account.add', { after: account }, source);
    else if (!isSamePassword) await recordAccount(transaction, 'account.change-password', { account }, source);
  });
  return account;
}

/** Creates an account without a password. Returns undefined when there is an account with this username. */
export async function addInvitedAccount(
  { query }: Query,
  wanted: NewAccount,
  source: AuditSource,
): Promise<Account | undefined> {
  const row = {
    subject: randomUUID(),
    password_hash: noPasswordHash,
    ...columnsOf({ ...wanted, username: normalizeUsername(wanted.username) }),
  };
  const account = accountOfRow({ ...row, disabled_at: null });
  return runInTransaction(query, async (transaction) => {
    const { numInsertedOrUpdatedRows: count = 0n } = await transaction
      .insertInto('account')
      .values(row)
      .onConflict((conflict) => conflict.column('username').doNothing())
      .executeTakeFirstOrThrow();
    if (count === 0n) return undefined;
    await recordAccount(transaction, 'account.add', { after: account }, source);
    return account;
  });
}

function columnsOf({ username, displayName, email, groups }: NewAccount) {
  return { username, display_name: displayName, email, groups: JSON.stringify(groups) };
}
