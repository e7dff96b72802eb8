/** Finds the present rights of people without a request of them. */
import { type User, userOfGroups } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { readEnabledAccounts } from '../people/accounts/accounts.ts';
import { readGroupRights } from '../people/group-rights.ts';

interface KnownPerson extends Pick<User, 'subject' | 'displayName'> {
  /** The groups in the person's newest token. The groups of an account of the embedded provider replace them. */
  readonly groups: readonly string[];
}

/** Returns each person with their present rights. Undefined: the account is disabled or removed. */
export type FindUsers = (people: readonly KnownPerson[]) => Promise<readonly (User | undefined)[]>;

/** `hasOwnAccounts`: whether the identity provider is the embedded one. */
export function createUserFinder(database: Pick<Database, 'query'>, hasOwnAccounts: boolean): FindUsers {
  return async (people) => {
    if (people.length === 0) return [];
    const subjects = [...new Set(people.map(({ subject }) => subject))];
    const [rights, accounts] = await Promise.all([
      readGroupRights(database),
      hasOwnAccounts ? readEnabledAccounts(database, subjects) : undefined,
    ]);
    return people.map((person) => {
      if (accounts === undefined) return userOfGroups(person, person.groups, rights);
      const account = accounts.get(person.subject);
      return account && userOfGroups(person, account.groups, rights);
    });
  };
}
