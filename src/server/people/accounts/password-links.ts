/**
 * One-time links to set a password. The database has only the hash of the secret, so nobody can set a password with a
 * copy of the database.
 */
import { createHash, randomBytes } from 'node:crypto';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { type Account, findEnabledAccount, type Query } from './accounts.ts';

/** The page that a link opens, relative to the issuer. */
export const passwordLinkPath = '/password';

/** How long a link is valid: an invitation sent on Friday can be opened on Monday. */
const lifetimeMs = 72 * 60 * 60_000;

interface LinkOptions {
  readonly subject: string;
  /** `<public origin>/idp`. */
  readonly issuer: string;
  readonly now: number;
}

/**
 * Creates a link, which replaces the earlier link of the account. The secret is in the fragment, which browsers do not
 * send, so that no log contains it.
 */
export async function createPasswordLink({ query }: Query, { subject, issuer, now }: LinkOptions) {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = now + lifetimeMs;
  await query.deleteFrom('one_time_token').where('subject', '=', subject).execute();
  await query.deleteFrom('one_time_token').where('expires_at', '<=', now).execute();
  await query
    .insertInto('one_time_token')
    .values({ hash: hashOf(secret), subject, expires_at: expiresAt })
    .execute();
  return { url: `${issuer}${passwordLinkPath}#${secret}`, expiresAt: toIsoTime(expiresAt) };
}

/** Finds the account of a link. Undefined for a secret that is unknown, used or expired, and for a disabled account. */
export async function findLinkedAccount(queries: Query, secret: string, now: number): Promise<Account | undefined> {
  const link = await queries.query
    .selectFrom('one_time_token')
    .select('subject')
    .where('hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link && findEnabledAccount(queries, link.subject);
}

/** Marks the secret as used. Of two calls at the same time, one returns false. */
export async function consumePasswordLink({ query }: Query, secret: string, now: number): Promise<boolean> {
  const link = await query
    .deleteFrom('one_time_token')
    .where('hash', '=', hashOf(secret))
    .returning('expires_at')
    .executeTakeFirst();
  return link !== undefined && link.expires_at > now;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
