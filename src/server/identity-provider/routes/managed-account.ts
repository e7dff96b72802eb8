/** What the calls of administrators for accounts share. */
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { accountEndpoints, ManagedAccount } from '../../../contract/manage/people.ts';
import { userActor } from '../../audit/audit-actors.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { Call } from '../../http/serve-endpoint.ts';
import { keepAdministrator } from '../../rights/keep-administrator.ts';
import { requireEverything } from '../../rights/manager.ts';
import { AppError } from '../../shared/app-error.ts';
import { versionOf } from '../../shared/object-version.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { hasAdministratorAccount } from '../accounts/administrators.ts';
import { countPasskeys } from '../passkeys/passkey-store.ts';

export interface AccountRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** `<public origin>/idp`. */
  readonly issuer: string;
}

/** A call for one account. */
export type AccountCall = Pick<Call<typeof accountEndpoints.disableAccount>, 'params' | 'caller' | 'request'>;

type Query = Kysely<Schema>;
export type ShownAccount = z.output<typeof ManagedAccount>;

/** Returns the account after the change. */
export function changeAccount(
  options: AccountRoutesOptions,
  call: AccountCall,
  work: (query: Query, account: Account, source: AuditSource) => Promise<void>,
): Promise<ShownAccount> {
  requireEverything(call.caller);
  return keepAdministrator(options.database, hasAdministratorAccount, async (query) => {
    await work(query, await requireAccount(query, call), sourceOf(call, options));
    return shownNow(query, await requireAccount(query, call));
  });
}

/** Who makes the change of this call. */
export function sourceOf(
  { caller, request }: Pick<AccountCall, 'caller' | 'request'>,
  { now }: AccountRoutesOptions,
): AuditSource {
  return { actor: userActor(caller, request), at: now() };
}

export async function requireAccount(query: Query, { params }: Pick<AccountCall, 'params'>): Promise<Account> {
  const account = await findAccount({ query }, params.id.toLowerCase());
  if (account === undefined) throw new AppError('not-found', { detail: 'There is no such account.' });
  return account;
}

export function shownAccount(account: Account, passkeyCount: number): ShownAccount {
  const { subject: uuid, username, displayName, email, groups, state } = account;
  const version = versionOf({ displayName, groups, state });
  return { uuid, username, displayName, email, groups: [...groups], state, passkeyCount, version };
}

export async function shownNow(query: Query, account: Account): Promise<ShownAccount> {
  return shownAccount(account, (await countPasskeys({ query })).get(account.subject) ?? 0);
}
