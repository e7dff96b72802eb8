/** Checks the password of an account. All password checks share one queue and one limit of failed attempts. */
import type { IncomingMessage } from 'node:http';
import type { Database } from '../../../database/database.ts';
import { type Account, normalizeUsername, verifyPassword } from '../../../people/accounts/accounts.ts';
import type { SignInFailure } from '../pages/sign-in-page.ts';
import { queueRetryDelayMs, type PasswordQueue } from './password-queue.ts';
import type { SignInAudit } from './sign-in-audit.ts';
import type { SignInBackoff } from './sign-in-backoff.ts';

interface PasswordAttempt {
  readonly username: string;
  readonly password: string;
  readonly request: IncomingMessage;
  /** The id of the browser, if the account has signed in with it before. */
  readonly knownBrowser: string | undefined;
  /** Whether the caller has disconnected. Then the password is not checked. */
  readonly isAbandoned: () => boolean;
}

/** Checks a password. Resolves to undefined when the caller has disconnected. */
export type CheckPassword = (
  attempt: PasswordAttempt,
) => Promise<{ readonly account: Account } | { readonly failure: SignInFailure } | undefined>;

interface PasswordCheckOptions {
  readonly database: Database;
  readonly backoff: SignInBackoff;
  readonly queue: PasswordQueue;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly audit: SignInAudit;
}

export function createPasswordCheck({
  database,
  backoff,
  queue,
  addressOf,
  audit,
}: PasswordCheckOptions): CheckPassword {
  return async ({ username, password, request, knownBrowser, isAbandoned }) => {
    const account = normalizeUsername(username);
    if (account === '' || password === '') return { failure: { kind: 'missing' } };
    const isKnown = knownBrowser !== undefined;
    if (queue.isFull({ isKnownBrowser: isKnown })) return { failure: { kind: 'busy', waitMs: queueRetryDelayMs } };
    const attempt = { account, address: addressOf(request), knownBrowser };
    const waitMs = backoff.startAttempt(attempt);
    if (waitMs > 0) {
      await audit.failed({ username: account, reason: 'too-many-attempts' }, request);
      return { failure: { kind: 'too-many', waitMs } };
    }
    const outcome = await queue.run({ isKnownBrowser: isKnown, isAbandoned }, async () => ({
      found: await verifyPassword(database, username, password),
    }));
    if (outcome === undefined) return undefined;
    if (outcome.found === undefined) {
      await audit.failed({ username: account, reason: 'wrong-password' }, request);
      return { failure: { kind: 'wrong' } };
    }
    backoff.recordSuccess(attempt);
    return { account: outcome.found };
  };
}
