/** Answers the calls of accounts when the accounts are at an external identity provider. */
import { accountEndpoints } from '../../../contract/manage/people.ts';
import { ownAccountEndpoints } from '../../../contract/own-account.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveRaw } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';

export function refuseAccountCalls(api: ApiServer): void {
  const refuse = async () => {
    throw new AppError('not-found', { detail: 'The accounts are at an external identity provider.' });
  };
  for (const endpoint of Object.values({ ...accountEndpoints, ...ownAccountEndpoints })) {
    serveRaw(api, endpoint, refuse);
  }
}
