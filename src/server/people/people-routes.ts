/** Registers the calls for people and rights. Accounts exist with the embedded identity provider only. */
import { accountEndpoints } from '../../contract/people/people.ts';
import { ownAccountEndpoints } from '../../contract/people/own-account.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveRaw } from '../http/serve-endpoint.ts';
import { AppError } from '../shared/app-error.ts';
import { registerAccountRoutes } from './account-routes.ts';
import { registerGroupRoutes } from './group-routes.ts';

interface PeopleRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** The issuer of the embedded provider. Undefined: the accounts are at an external one. */
  readonly issuer: string | undefined;
  /** Whether ACCESS_FILE is set. */
  readonly hasAccessFile: boolean;
}

export function registerPeopleRoutes(api: ApiServer, { database, now, issuer, hasAccessFile }: PeopleRoutesOptions) {
  const hasAccounts = issuer !== undefined;
  registerGroupRoutes(api, { database, now, hasAccounts, isReplacedAtStart: hasAccessFile });
  if (hasAccounts) registerAccountRoutes(api, { database, now, issuer });
  else refuseAccountCalls(api);
}

function refuseAccountCalls(api: ApiServer): void {
  const refuse = async () => {
    throw new AppError('not-found', { detail: 'The accounts are at an external identity provider.' });
  };
  for (const endpoint of Object.values({ ...accountEndpoints, ...ownAccountEndpoints })) {
    serveRaw(api, endpoint, refuse);
  }
}
