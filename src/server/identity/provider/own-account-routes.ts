/** The calls with which people manage their own account. */
import { ownAccountEndpoints } from '../../../contract/people/own-account.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { type EndpointCall, serveEndpoint } from '../../http/serve-endpoint.ts';
import { type Account, findEnabledAccount, type Query } from '../../people/accounts/accounts.ts';
import { setPassword } from '../../people/accounts/change-account.ts';
import { hashPassword } from '../../people/accounts/password-hash.ts';
import { AppError } from '../../shared/app-error.ts';
import { reasonOf, errorOptionsOf } from '../../shared/reason.ts';
import type { CheckPassword } from './sign-in/check-password.ts';
import { type PasswordQueue, queueRetryDelayMs } from './sign-in/password-queue.ts';

interface OwnAccountOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly checkPassword: CheckPassword;
  readonly passwordQueue: PasswordQueue;
}

type OwnCall = Pick<EndpointCall<typeof ownAccountEndpoints.getOwnAccount>, 'caller' | 'request'>;

export function registerOwnAccountRoutes(api: ApiServer, options: OwnAccountOptions): void {
  const { database, passwordQueue } = options;

  serveEndpoint(api, ownAccountEndpoints.getOwnAccount, async (call) => {
    const { username, displayName } = await requireOwnAccount(database, call);
    return { username, displayName };
  });

  serveEndpoint(api, ownAccountEndpoints.changeOwnPassword, async (call) => {
    const { password, newPassword } = call.body;
    const account = await requirePassword(options, call, password);
    const isAbandoned = () => call.request.socket.destroyed;
    const passwordHash = await passwordQueue.run({ isKnownBrowser: true, isAbandoned }, () =>
      hashPassword(newPassword),
    );
    if (passwordHash === undefined) throw new AppError('unavailable');
    const changed = { passwordHash, keptSessionId: call.caller.sessionId };
    const source = { actor: actorOfUser(call.caller, call.request), at: options.now() };
    await setPassword(database, account, changed, source);
    return null;
  });
}

async function requireOwnAccount(queries: Query, { caller }: Pick<OwnCall, 'caller'>): Promise<Account> {
  const account = await findEnabledAccount(queries, caller.user.subject);
  if (account === undefined) throw new AppError('not-found', { detail: 'You have no account here.' });
  return account;
}

/** Requires the password in addition to the session, because anybody could use an unlocked screen. Throws AppError. */
export async function requirePassword(
  { database, checkPassword }: Pick<OwnAccountOptions, 'database' | 'checkPassword'>,
  call: OwnCall,
  password: string,
): Promise<Account> {
  const { username } = await requireOwnAccount(database, call);
  const outcome = await checkPassword({
    username,
    password,
    request: call.request.raw,
    // Counts the wrong passwords of this session only, so that failed sign-ins from elsewhere do not block the user.
    knownBrowser: `session ${call.caller.sessionId}`,
    isAbandoned: () => call.request.socket.destroyed,
  });
  if (outcome === undefined) throw new AppError('unavailable');
  if ('account' in outcome) return outcome.account;
  throw refusalOf(outcome.failure);
}

function refusalOf(failure: { readonly kind: string; readonly waitMs?: number }): AppError {
  const { kind, waitMs = queueRetryDelayMs } = failure;
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  if (kind === 'too-many')
    return new AppError('too-many-requests', { ...errorOptionsOf('too-many-passwords'), headers });
  if (kind === 'busy') return new AppError('unavailable', { headers });
  const errors = [{ field: 'password', ...reasonOf('wrong-password') }];
  return new AppError('invalid-request', { errors, members: { reason: 'wrong-password' } });
}
