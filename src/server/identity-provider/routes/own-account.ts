/** What the calls of people for their own account share. */
import type { ownAccountEndpoints } from '../../../contract/own-account.ts';
import { userActor } from '../../audit/audit-actors.ts';
import { type AuditSource, recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import type { Call } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { reasonOf, refusedAs } from '../../shared/reason.ts';
import { type Account, findEnabledAccount, type Queries } from '../accounts/accounts.ts';
import type { CheckPassword } from '../sign-in/check-password.ts';
import { type PasswordQueue, queueRetryMs } from '../sign-in/password-queue.ts';

export interface OwnAccountOptions {
  readonly database: Database;
  readonly now: () => number;
  /** `<public origin>/idp`. */
  readonly issuer: string;
  readonly checkPassword: CheckPassword;
  readonly passwordQueue: PasswordQueue;
}

type OwnCall = Pick<Call<typeof ownAccountEndpoints.getOwnAccount>, 'caller' | 'request'>;

export async function requireOwnAccount(queries: Queries, { caller }: Pick<OwnCall, 'caller'>): Promise<Account> {
  const account = await findEnabledAccount(queries, caller.user.subject);
  if (account === undefined) throw new AppError('not-found', { detail: 'You have no account here.' });
  return account;
}

/** A screen may be unlocked, so the session alone must not change how somebody signs in. Throws AppError. */
export async function requirePassword(
  { database, checkPassword }: OwnAccountOptions,
  call: OwnCall,
  password: string,
): Promise<Account> {
  const { username } = await requireOwnAccount(database, call);
  const outcome = await checkPassword({
    username,
    password,
    request: call.request.raw,
    // Only the failures in this session count, as on a device that has signed in before.
    knownDevice: `session ${call.caller.sessionId}`,
    isAbandoned: () => call.request.socket.destroyed,
  });
  if (outcome === undefined) throw new AppError('unavailable');
  if ('account' in outcome) return outcome.account;
  throw refusalOf(outcome.failure);
}

/** Who makes the change of this call. */
export function sourceOf({ caller, request }: OwnCall, { now }: OwnAccountOptions): AuditSource {
  return { actor: userActor(caller, request), at: now() };
}

export function recordPasskey(
  { query }: Queries,
  action: 'passkey.add' | 'passkey.remove',
  { account, name }: { readonly account: Account; readonly name: string },
  source: AuditSource,
): Promise<void> {
  const object = { kind: 'account', id: account.subject, name: account.username } as const;
  const values = action === 'passkey.add' ? { after: { name } } : { before: { name } };
  return recordAudit(query, { ...source, action, object, clientUUID: null, ...values });
}

function refusalOf(failure: { readonly kind: string; readonly waitMs?: number }): AppError {
  const { kind, waitMs = queueRetryMs } = failure;
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  if (kind === 'too-many') return new AppError('too-many-requests', { ...refusedAs('too-many-passwords'), headers });
  if (kind === 'busy') return new AppError('unavailable', { headers });
  const errors = [{ field: 'password', ...reasonOf('wrong-password') }];
  return new AppError('invalid-request', { errors, members: { reason: 'wrong-password' } });
}
