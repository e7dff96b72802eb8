/**
 * Changes accounts. Each change that takes rights away also ends the sessions of the account, in every process. Each
 * change is in the audit log.
 */
import type { Kysely } from 'kysely';
import { serverSource } from '../../audit/audit-actors.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account, Queries } from './accounts.ts';
import { recordAccount } from './audit-account.ts';

export function updateAccount(
  { query }: Queries,
  account: Account,
  changed: Pick<Account, 'displayName' | 'groups'>,
  source: AuditSource,
): Promise<void> {
  return inTransaction(query, async (transaction) => {
    await transaction
      .updateTable('account')
      .set({ display_name: changed.displayName, groups: JSON.stringify(changed.groups) })
      .where('subject', '=', account.subject)
      .execute();
    const after = { ...account, ...changed };
    await recordAccount(transaction, 'account.change', { before: account, after }, source);
  });
}

/**
 * For a lost password or a stolen device: also ends all sessions, and removes the passkeys and links of the account.
 * `passwordHash`: from `hashPassword`, which takes too long for a transaction.
 */
export function resetPassword(
  { query }: Queries,
  account: Account,
  passwordHash: string,
  source: AuditSource = serverSource(),
): Promise<void> {
  return inTransaction(query, async (transaction) => {
    await storePassword(transaction, account.subject, passwordHash);
    await removeCredentials(transaction, account.subject);
    await endSessions(transaction, account.subject);
    await recordAccount(transaction, 'account.change-password', { account }, source);
  });
}

/** For a user who knows the present password: ends all sessions but this one, and the links for a new password. */
export function changeOwnPassword(
  { query }: Queries,
  account: Account,
  { passwordHash, sessionId }: { readonly passwordHash: string; readonly sessionId: string | undefined },
  source: AuditSource,
): Promise<void> {
  return inTransaction(query, async (transaction) => {
    await storePassword(transaction, account.subject, passwordHash);
    await removeLinks(transaction, account.subject);
    await endSessions(transaction, account.subject, sessionId);
    await recordAccount(transaction, 'account.change-password', { account }, source);
  });
}

/** A disabled account keeps its groups, password and passkeys. Its links end, like its sessions. */
export function disableAccount(
  { query }: Queries,
  account: Account,
  source: AuditSource = serverSource(),
): Promise<void> {
  return inTransaction(query, async (transaction) => {
    await setDisabledAt(transaction, account.subject, source.at);
    await removeLinks(transaction, account.subject);
    await endSessions(transaction, account.subject);
    await recordAccount(transaction, 'account.disable', { account }, source);
  });
}

export function enableAccount(
  { query }: Queries,
  account: Account,
  source: AuditSource = serverSource(),
): Promise<void> {
  return inTransaction(query, async (transaction) => {
    await setDisabledAt(transaction, account.subject, null);
    await recordAccount(transaction, 'account.enable', { account }, source);
  });
}

/** Also ends all sessions of the account. */
export function removeAccount(
  { query }: Queries,
  account: Account,
  source: AuditSource = serverSource(),
): Promise<void> {
  return inTransaction(query, async (transaction) => {
    await transaction.deleteFrom('account').where('subject', '=', account.subject).execute();
    await removeCredentials(transaction, account.subject);
    await endSessions(transaction, account.subject);
    await recordAccount(transaction, 'account.remove', { before: account }, source);
  });
}

type Write = Kysely<Schema>;

async function storePassword(write: Write, subject: string, hash: string): Promise<void> {
  await write.updateTable('account').set({ password_hash: hash }).where('subject', '=', subject).execute();
}

async function setDisabledAt(write: Write, subject: string, disabledAt: number | null): Promise<void> {
  await write.updateTable('account').set({ disabled_at: disabledAt }).where('subject', '=', subject).execute();
}

async function removeCredentials(write: Write, subject: string): Promise<void> {
  await write.deleteFrom('passkey').where('subject', '=', subject).execute();
  await removeLinks(write, subject);
}

async function removeLinks(write: Write, subject: string): Promise<void> {
  await write.deleteFrom('one_time_token').where('subject', '=', subject).execute();
}

/** Also deletes the known devices of the account, because one of them may be stolen. */
async function endSessions(write: Write, subject: string, keptSessionId = ''): Promise<void> {
  await write.deleteFrom('known_device').where('subject', '=', subject).execute();
  await write
    .deleteFrom('identity_record')
    // The payload of sessions, grants and refresh tokens contains the subject of the account.
    .where('payload', 'like', `%"accountId":"${subject}"%`)
    // The id of the grant is the id of the session. All records of the session refer to it.
    .where('id', '!=', keptSessionId)
    .where(({ eb, or }) => or([eb('grant_id', 'is', null), eb('grant_id', '!=', keptSessionId)]))
    .execute();
}
