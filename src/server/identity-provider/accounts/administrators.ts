import { isAdministratorOfEverything, userOfGroups } from '../../../domain/user.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { listAccounts, type Queries } from './accounts.ts';

/** Whether there is an account that can sign in and is administrator of everything. */
export async function hasAdministratorAccount(queries: Queries): Promise<boolean> {
  const rights = await readGroupRights(queries);
  const accounts = await listAccounts(queries);
  // As at a sign-in: for example, a group with the name of the right of one person gives that right to nobody else.
  return accounts.some(
    (account) =>
      account.state === 'active' &&
      userOfGroups(account, account.groups, rights).rights.some(isAdministratorOfEverything),
  );
}
