/**
 * The one-time code of the first set-up. It is printed on the console of the server, and whoever enters it becomes the
 * first administrator. Only its hash is stored.
 */
import { hash, randomBytes } from 'node:crypto';
import type { setupCodeRefusals } from '../../../contract/identity/set-up.ts';
import type { Database } from '../../database/database.ts';

type Query = Pick<Database, 'query'>;

export type SetupCodeState = 'valid' | (typeof setupCodeRefusals)[number];

const lifetimeMs = 60 * 60_000;

/**
 * The alphabet of the code, Crockford's Base 32: it has no letters that look like digits, because a person may have to
 * type the code.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The number of letters: 80 random bits cannot be guessed within the lifetime of the code at any rate. */
const letterCount = 16;

/**
 * Creates a code such as `7KQ2-M4WD-0XTN-93GH`. Earlier codes stay valid, because several processes may start together.
 */
export async function createSetupCode({ query }: Query, now: number): Promise<string> {
  const letters = Array.from(randomBytes(letterCount), (byte) => alphabet[byte % alphabet.length] ?? '').join('');
  await query
    .deleteFrom('setup_code')
    .where('expires_at', '<', now - lifetimeMs)
    .execute();
  await query
    .insertInto('setup_code')
    .values({ hash: hashOf(letters), expires_at: now + lifetimeMs, used_at: null })
    .execute();
  return letters.replaceAll(/.{4}(?=.)/g, '$&-');
}

export async function checkSetupCode({ query }: Query, code: string, now: number): Promise<SetupCodeState> {
  const row = await query.selectFrom('setup_code').selectAll().where('hash', '=', hashOf(code)).executeTakeFirst();
  if (row === undefined) return 'wrong-code';
  if (row.used_at !== null) return 'used-code';
  return row.expires_at > now ? 'valid' : 'expired-code';
}

/** Marks every setup code as used. Call it in the transaction that makes a person administrator. */
export async function invalidateSetupCodes({ query }: Query, now: number): Promise<void> {
  await query.updateTable('setup_code').set({ used_at: now }).where('used_at', 'is', null).execute();
}

function hashOf(code: string): string {
  const letters = code
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  return hash('sha256', letters, 'hex');
}
