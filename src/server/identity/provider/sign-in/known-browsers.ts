/**
 * Remembers the browsers with which an account has signed in, with a random cookie (OWASP: device cookie). Wrong passwords
 * from other browsers neither block the account in these browsers nor delay their password checks.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../../database/database.ts';
import { readCookie } from '../pages/read-cookie.ts';

const cookieName = 'room-status-device';
/**
 * How long a browser is known. Longer than a session, so that the browser is still known when a board asks for the
 * password after 30 days.
 */
const rememberedSeconds = 60 * 24 * 60 * 60;

/** The id of the browser that sent the request. Undefined when it has no cookie. */
export function browserIdOf({ headers }: IncomingMessage): string | undefined {
  const id = readCookie(headers.cookie, cookieName);
  return id !== undefined && /^[\w-]{43}$/.test(id) ? id : undefined;
}

/** Whether the account with this normalized username has signed in with the browser before. */
export async function isKnownBrowser(
  { query }: Database,
  { browser, username, now }: { readonly browser: string | undefined; readonly username: string; readonly now: number },
): Promise<boolean> {
  if (browser === undefined) return false;
  const row = await query
    .selectFrom('known_device')
    .innerJoin('account', 'account.subject', 'known_device.subject')
    .select('known_device.signed_in_at')
    .where('account.username', '=', username)
    .where('known_device.device_hash', '=', hashOf(browser))
    .executeTakeFirst();
  return row !== undefined && now - row.signed_in_at < rememberedSeconds * 1000;
}

/** Stores the browser and sets its cookie on `response`. Call it after a successful sign-in. */
export async function rememberBrowser(
  { query }: Database,
  response: ServerResponse,
  options: {
    readonly browser: string | undefined;
    readonly subject: string;
    readonly now: number;
    /** `<public origin>/idp`. */
    readonly issuer: string;
  },
): Promise<void> {
  const { browser = randomBytes(32).toString('base64url'), subject, now, issuer } = options;
  await query
    .insertInto('known_device')
    .values({ device_hash: hashOf(browser), subject, signed_in_at: now })
    .onConflict((conflict) => conflict.columns(['device_hash', 'subject']).doUpdateSet({ signed_in_at: now }))
    .execute();
  await query
    .deleteFrom('known_device')
    .where('signed_in_at', '<', now - rememberedSeconds * 1000)
    .execute();
  const { protocol, pathname } = new URL(issuer);
  const secure = protocol === 'https:' ? '; Secure' : '';
  response.appendHeader(
    'set-cookie',
    `${cookieName}=${browser}; Path=${pathname}; Max-Age=${rememberedSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** Hashes the cookie, so that a stolen copy of the database cannot be used to pass as a known browser. */
function hashOf(browser: string): string {
  return createHash('sha256').update(browser).digest('hex');
}
