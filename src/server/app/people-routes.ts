/** Registers the calls for people and rights. Accounts exist with the embedded identity provider only. */
import { isAdministratorOfEverything } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { hasAdministratorAccount } from '../identity-provider/accounts/administrators.ts';
import type { IdentityProvider } from '../identity-provider/create-identity-provider.ts';
import { registerAccountRoutes } from '../identity-provider/routes/account-routes.ts';
import { registerOwnAccountRoutes } from '../identity-provider/routes/own-account-routes.ts';
import { refuseAccountCalls } from '../identity-provider/routes/without-accounts.ts';
import { registerGroupRoutes } from '../identity/rights/group-routes.ts';
import { readGroupRights } from '../rights/group-rights.ts';

interface PeopleRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly provider: IdentityProvider | undefined;
  /** Whether ACCESS_FILE is set. */
  readonly hasAccessFile: boolean;
}

export function registerPeopleRoutes(api: ApiServer, options: PeopleRoutesOptions): void {
  const { database, now, provider, hasAccessFile } = options;
  registerGroupRoutes(api, {
    database,
    now,
    // An external provider does not tell who is in a group.
    hasAdministrator: provider === undefined ? hasAdministratorGroup : hasAdministratorAccount,
    readAccountGroups: provider?.readGroups,
    isReplacedAtStart: hasAccessFile,
  });
  if (provider === undefined) return refuseAccountCalls(api);
  registerAccountRoutes(api, { database, now, issuer: provider.issuer });
  registerOwnAccountRoutes(api, { ...provider, database, now });
}

async function hasAdministratorGroup(queries: Pick<Database, 'query'>): Promise<boolean> {
  return (await readGroupRights(queries)).some(isAdministratorOfEverything);
}
