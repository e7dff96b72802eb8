/** Secrets that an account can use once. The database holds their hashes, so a copy of it opens no account. */
import { createHash, randomBytes } from 'node:crypto';
import type { TokenPurpose } from '../../database/tables/account-tables.ts';
import type { Queries } from './accounts.ts';

const hour = 60 * 60_000;

/** An invitation is read after a weekend. A challenge is answered by a device at once. */
export const tokenLifetimesMs = {
  invitation: 72 * hour,
  password: 72 * hour,
  passkey: hour / 12,
} as const satisfies Record<TokenPurpose, number>;

export interface OneTimeToken {
  readonly subject: string;
  readonly purpose: TokenPurpose;
}

/** Returns the secret, base64url. It replaces the earlier secret of the account for this purpose. */
export async function createOneTimeToken(
  { query }: Queries,
  { subject, purpose }: OneTimeToken,
  now: number,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await query.deleteFrom('one_time_token').where('subject', '=', subject).where('purpose', '=', purpose).execute();
  await query.deleteFrom('one_time_token').where('expires_at', '<=', now).execute();
  const row = { hash: hashOf(secret), purpose, subject, expires_at: now + tokenLifetimesMs[purpose] };
  await query.insertInto('one_time_token').values(row).execute();
  return secret;
}

/** Returns undefined for a secret that is unknown, used or expired. */
export async function findOneTimeToken(
  { query }: Queries,
  secret: string,
  now: number,
): Promise<OneTimeToken | undefined> {
  return query
    .selectFrom('one_time_token')
    .select(['subject', 'purpose'])
    .where('hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Like `findOneTimeToken`, and the secret is used up. Of two calls at once, one returns undefined. */
export async function consumeOneTimeToken(
  { query }: Queries,
  secret: string,
  now: number,
): Promise<OneTimeToken | undefined> {
  const row = await query
    .deleteFrom('one_time_token')
    .where('hash', '=', hashOf(secret))
    .returning(['subject', 'purpose', 'expires_at'])
    .executeTakeFirst();
  return row === undefined || row.expires_at <= now ? undefined : { subject: row.subject, purpose: row.purpose };
}

/**
 * Uses up the secret of an account for a purpose, whether it was sent or not. Returns whether a sent secret is this one.
 */
export async function consumeTokenOf(
  { query }: Queries,
  { subject, purpose }: OneTimeToken,
  now: number,
): Promise<(sent: string) => boolean> {
  const row = await query
    .deleteFrom('one_time_token')
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .returning(['hash', 'expires_at'])
    .executeTakeFirst();
  return (sent) => row !== undefined && row.expires_at > now && row.hash === hashOf(sent);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
