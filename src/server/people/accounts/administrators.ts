import { isAdministratorOfEverything, userOfGroups } from '../../../domain/user.ts';
import { readGroupRights } from '../group-rights.ts';
import { listAccounts, type Query } from './accounts.ts';

/** Whether an account exists that can sign in and is administrator of everything. */
export async function hasAdministratorAccount(queries: Query): Promise<boolean> {
  const rights = await readGroupRights(queries);
  const accounts = await listAccounts(queries);
  // Combines groups and rights as at a sign-in, so that special group names have the same effect here.
  return accounts.some(
    (account) =>
      account.state === 'active' &&
      userOfGroups(account, account.groups, rights).rights.some(isAdministratorOfEverything),
  );
}
