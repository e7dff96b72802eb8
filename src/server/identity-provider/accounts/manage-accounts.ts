/** Account management for the operator's commands. */
import type { Database } from '../../database/database.ts';
import { type Account, findAccount, normalizeUsername } from './accounts.ts';
import { hashPassword } from './password-hash.ts';

export async function listAccounts(database: Database): Promise<readonly Account[]> {
  const rows = await database.query.selectFrom('account').select('subject').orderBy('username').execute();
  const accounts = await Promise.all(rows.map(({ subject }) => findAccount(database, subject)));
  return accounts.flatMap((account) => account ?? []);
}

export async function accountOfName(database: Database, username: string): Promise<Account | undefined> {
  const row = await database.query
    .selectFrom('account')
    .select('subject')
    .where('username', '=', normalizeUsername(username))
    .executeTakeFirst();
  return row && findAccount(database, row.subject);
}

/** Also ends all sessions of the account. Access tokens that were already issued stay valid until they expire. */
export async function changePassword(database: Database, account: Account, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await database.query
    .updateTable('account')
    .set({ password_hash: hash })
    .where('subject', '=', account.subject)
    .execute();
  await endSessions(database, account);
}

export async function removeAccount(database: Database, account: Account): Promise<void> {
  await database.query.deleteFrom('account').where('subject', '=', account.subject).execute();
  await endSessions(database, account);
}

/** The payload of sessions, grants and refresh tokens contains the subject of the account. */
async function endSessions(database: Database, { subject }: Account): Promise<void> {
  await database.query.deleteFrom('identity_record').where('payload', 'like', `%"accountId":"${subject}"%`).execute();
}
