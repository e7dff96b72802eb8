/**
 * Changes accounts and records each change in the audit log. A change that takes rights away also ends the sessions of
 * the account in all processes.
 */
import type { Kysely } from 'kysely';
import { createServerSource } from '../../audit/audit-actors.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import { runInTransaction } from '../../database/in-transaction.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account, Query } from './accounts.ts';
import { recordAccount } from './audit-account.ts';

export function updateAccount(
  { query }: Query,
  account: Account,
  changed: Pick<Account, 'displayName' | 'groups'>,
  source: AuditSource,
): Promise<void> {
  return runInTransaction(query, async (transaction) => {
    await transaction
      .updateTable('account')
      .set({ display_name: changed.displayName, groups: JSON.stringify(changed.groups) })
      .where('subject', '=', account.subject)
      .execute();
    const after = { ...account, ...changed };
    await recordAccount(transaction, 'account.change', { before: account, after }, source);
  });
}

interface NewPasswordHash {
  /** The result of `hashPassword`, which takes too long to run in a transaction. */
  readonly passwordHash: string;
  /** The session that does not end, because its user has entered the present password. */
  readonly keptSessionId?: string | undefined;
}

/** Sets a new password. Ends the other sessions and removes the links of the account. */
export function setPassword(
  { query }: Query,
  account: Account,
  { passwordHash, keptSessionId }: NewPasswordHash,
  source: AuditSource = createServerSource(),
): Promise<void> {
  const { subject } = account;
  return runInTransaction(query, async (transaction) => {
    await transaction
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('subject', '=', subject)
      .execute();
    await removeLinks(transaction, subject);
    await endSessions(transaction, subject, keptSessionId);
    await recordAccount(transaction, 'account.change-password', { account }, source);
  });
}

/** Disables an account. It keeps its groups and password; its sessions and links end. */
export function disableAccount(
  { query }: Query,
  account: Account,
  source: AuditSource = createServerSource(),
): Promise<void> {
  return runInTransaction(query, async (transaction) => {
    await setDisabledAt(transaction, account.subject, source.at);
    await removeLinks(transaction, account.subject);
    await endSessions(transaction, account.subject);
    await recordAccount(transaction, 'account.disable', { account }, source);
  });
}

export function enableAccount(
  { query }: Query,
  account: Account,
  source: AuditSource = createServerSource(),
): Promise<void> {
  return runInTransaction(query, async (transaction) => {
    await setDisabledAt(transaction, account.subject, null);
    await recordAccount(transaction, 'account.enable', { account }, source);
  });
}

/** Removes an account and ends its sessions. */
export function removeAccount(
  { query }: Query,
  account: Account,
  source: AuditSource = createServerSource(),
): Promise<void> {
  return runInTransaction(query, async (transaction) => {
    await transaction.deleteFrom('account').where('subject', '=', account.subject).execute();
    await removeLinks(transaction, account.subject);
    await endSessions(transaction, account.subject);
    await recordAccount(transaction, 'account.remove', { before: account }, source);
  });
}

type Write = Kysely<Schema>;

async function setDisabledAt(write: Write, subject: string, disabledAt: number | null): Promise<void> {
  await write.updateTable('account').set({ disabled_at: disabledAt }).where('subject', '=', subject).execute();
}

async function removeLinks(write: Write, subject: string): Promise<void> {
  await write.deleteFrom('one_time_token').where('subject', '=', subject).execute();
}

/**
 * Ends the sessions, forgets the known devices of the account and sends no more alerts to its phones, because one of
 * them may be stolen.
 */
async function endSessions(write: Write, subject: string, keptSessionId = ''): Promise<void> {
  await write.deleteFrom('known_device').where('subject', '=', subject).execute();
  await write
    .deleteFrom('phone')
    .where('subject', '=', subject)
    .where(({ eb, or }) => or([eb('session_id', 'is', null), eb('session_id', '!=', keptSessionId)]))
    .execute();
  await write
    .deleteFrom('identity_record')
    // The payload of sessions, grants and refresh tokens contains the subject of the account.
    .where('payload', 'like', `%"accountId":"${subject}"%`)
    // The id of the grant is the id of the session. All records of the session contain this id.
    .where('id', '!=', keptSessionId)
    .where(({ eb, or }) => or([eb('grant_id', 'is', null), eb('grant_id', '!=', keptSessionId)]))
    // Also deletes a sign-in with the right password that oidc-provider has not continued yet. A used sign-in form
    // stays marked as used.
    .where(({ eb, or }) => or([eb('model', '!=', 'Interaction'), eb('consumed_at', 'is', null)]))
    .execute();
}
