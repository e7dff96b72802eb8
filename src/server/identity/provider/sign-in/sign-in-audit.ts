/** Records sign-ins and sign-outs of the embedded provider in the audit log, and logs failed sign-ins. */
import type { IncomingMessage } from 'node:http';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { Database } from '../../../database/database.ts';
import { networksOf } from '../../../http/client-address.ts';
import { createWindowLimit } from '../../../shared/cache/window-limit.ts';
import { type Account, findAccount, findAccountByName } from '../../../people/accounts/accounts.ts';

/**
 * The time in which the number of recorded failures is limited. Events cannot be deleted for 90 days, so without a
 * limit somebody who guesses passwords could fill the disk.
 */
const failureWindowMs = 15 * 60_000;
const maxFailures = 1_000;

export type SignInAudit = ReturnType<typeof createSignInAudit>;

interface SignInAuditOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly log: { warn(details: object, message: string): void };
}

interface FailedSignIn {
  /** The username as the user typed it. It may be a password, so it is recorded only if an account has this name. */
  readonly username: string;
  readonly reason: keyof typeof messages;
}

/**
 * The number of failures that are recorded within `failureWindowMs`, for each reason, account and network. After five
 * wrong passwords the account is blocked for the network.
 */
const maxFailuresOf = { 'wrong-password': 5, 'too-many-attempts': 1 } as const;

const messages = {
  'wrong-password': 'failed sign-in',
  'too-many-attempts': 'too many failed sign-ins',
} as const;

export function createSignInAudit({ database, now, addressOf, log }: SignInAuditOptions) {
  const window = { windowMs: failureWindowMs, now };
  const ofSender = createWindowLimit({ ...window, maxKeys: 2 * maxFailures });
  const ofAll = createWindowLimit({ ...window, maxKeys: 1 });

  const actorOf = (account: Account | undefined, request: IncomingMessage) =>
    ({
      kind: 'user',
      id: account?.subject ?? null,
      name: account?.displayName ?? null,
      address: addressOf(request),
    }) as const;
  const objectOf = (account: Account) => ({ kind: 'account', id: account.subject, name: account.username }) as const;

  return {
    async signedIn(account: Account, request: IncomingMessage): Promise<void> {
      const object = objectOf(account);
      const actor = actorOf(account, request);
      await recordAudit(database.query, { at: now(), actor, action: 'sign-in', object, clientUUID: null });
    },

    async failed({ username, reason }: FailedSignIn, request: IncomingMessage): Promise<void> {
      const account = await findAccountByName(database, username);
      const address = addressOf(request);
      const sender = `${reason} ${networksOf(address)[0]} ${account?.subject ?? ''}`;
      if (!ofSender.take(sender, maxFailuresOf[reason]) || !ofAll.take('', maxFailures)) return;
      log.warn({ username: account?.username ?? '(no such account)', address }, messages[reason]);
      await recordAudit(database.query, {
        at: now(),
        // The actor has no name, because somebody else may have typed the name of the account.
        actor: actorOf(undefined, request),
        action: 'sign-in.failed',
        ...(account !== undefined && { object: objectOf(account) }),
        clientUUID: null,
        after: { reason },
      });
    },

    /** Records a sign-out. `subject`: the account whose session has ended. */
    async signedOut(subject: string, request: IncomingMessage): Promise<void> {
      const actor = actorOf(await findAccount(database, subject), request);
      await recordAudit(database.query, { at: now(), actor, action: 'sign-out', clientUUID: null });
    },
  };
}
