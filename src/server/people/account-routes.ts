/** The calls of administrators for the accounts of the embedded provider. */
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import { accountEndpoints, type ManagedAccount } from '../../contract/people/people.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import type { AuditSource } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { ApiServer } from '../http/api-server.ts';
import { type EndpointCall, serveEndpoint } from '../http/serve-endpoint.ts';
import { keepAdministrator } from '../rights/keep-administrator.ts';
import { AppError } from '../shared/app-error.ts';
import { requireVersion, objectVersionOf } from '../shared/object-version.ts';
import { reasonOf, errorOptionsOf } from '../shared/reason.ts';
import { type Account, findAccount, listAccounts } from './accounts/accounts.ts';
import { addInvitedAccount } from './accounts/add-account.ts';
import { hasAdministratorAccount } from './accounts/administrators.ts';
import { recordAccount } from './accounts/audit-account.ts';
import { disableAccount, enableAccount, removeAccount, updateAccount } from './accounts/change-account.ts';
import { createPasswordLink } from './accounts/password-links.ts';

interface AccountRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** `<public origin>/idp`. */
  readonly issuer: string;
}

/** The part that all calls for one account share. */
type AccountCall = Pick<EndpointCall<typeof accountEndpoints.disableAccount>, 'params' | 'caller' | 'request'>;

type Query = Kysely<Schema>;
type ShownAccount = z.output<typeof ManagedAccount>;

export function registerAccountRoutes(api: ApiServer, options: AccountRoutesOptions): void {
  const { database } = options;

  serveEndpoint(api, accountEndpoints.listAccounts, async () => {
    return { items: (await listAccounts(database)).map(shownAccount) };
  });

  serveEndpoint(api, accountEndpoints.changeAccount, (call) =>
    changeAccount(options, call, async (query, account, source) => {
      const { version, displayName, groups } = call.body;
      requireVersion(shownAccount(account), version);
      await updateAccount({ query }, account, { displayName, groups }, source);
    }),
  );
  serveEndpoint(api, accountEndpoints.disableAccount, (call) =>
    changeAccount(options, call, (query, account, source) => disableAccount({ query }, account, source)),
  );
  serveEndpoint(api, accountEndpoints.enableAccount, (call) =>
    changeAccount(options, call, (query, account, source) => enableAccount({ query }, account, source)),
  );

  serveEndpoint(api, accountEndpoints.removeAccount, (call) => {
    return keepAdministrator(database, hasAdministratorAccount, async (query) => {
      await removeAccount({ query }, await requireAccount(query, call), sourceOf(call, options));
      return null;
    });
  });

  registerLinkRoutes(api, options);
}

/** Registers the calls that create a link to set a password. */
function registerLinkRoutes(api: ApiServer, options: AccountRoutesOptions): void {
  const { database, issuer, now } = options;
  const createLink = (query: Query, { subject }: Account) =>
    createPasswordLink({ query }, { subject, issuer, now: now() });

  serveEndpoint(api, accountEndpoints.inviteAccount, async (call) => {
    const { username, displayName, groups } = call.body;
    return database.query.transaction().execute(async (query) => {
      const wanted = { username, displayName, email: `${username}@localhost`, groups };
      const account = await addInvitedAccount({ query }, wanted, sourceOf(call, options));
      if (account === undefined) {
        throw new AppError('invalid-request', { errors: [{ field: 'username', ...reasonOf('in-use') }] });
      }
      return { account: shownAccount(account), link: await createLink(query, account) };
    });
  });

  serveEndpoint(api, accountEndpoints.createAccountLink, async (call) => {
    return database.query.transaction().execute(async (query) => {
      const account = await requireAccount(query, call);
      if (account.state === 'disabled') {
        throw new AppError('conflict', errorOptionsOf('account-disabled'));
      }
      await recordAccount(query, 'account.link', { account }, sourceOf(call, options));
      return createLink(query, account);
    });
  });
}

/** Runs `work`, which changes the account, and returns the changed account. Keeps the last administrator. */
function changeAccount(
  options: AccountRoutesOptions,
  call: AccountCall,
  work: (query: Query, account: Account, source: AuditSource) => Promise<void>,
): Promise<ShownAccount> {
  return keepAdministrator(options.database, hasAdministratorAccount, async (query) => {
    await work(query, await requireAccount(query, call), sourceOf(call, options));
    return shownAccount(await requireAccount(query, call));
  });
}

/** The source of the change for the audit log: the caller and the time. */
function sourceOf(
  { caller, request }: Pick<AccountCall, 'caller' | 'request'>,
  { now }: AccountRoutesOptions,
): AuditSource {
  return { actor: actorOfUser(caller, request), at: now() };
}

async function requireAccount(query: Query, { params }: Pick<AccountCall, 'params'>): Promise<Account> {
  const account = await findAccount({ query }, params.id.toLowerCase());
  if (account === undefined) throw new AppError('not-found', { detail: 'There is no such account.' });
  return account;
}

function shownAccount(account: Account): ShownAccount {
  const { subject: uuid, username, displayName, email, groups, state } = account;
  const version = objectVersionOf({ displayName, groups, state });
  return { uuid, username, displayName, email, groups: [...groups], state, version };
}
