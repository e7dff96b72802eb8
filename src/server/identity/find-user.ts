/** Finds the present rights of a person without a request of them. */
import { type User, userOfGroups } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { findEnabledAccount } from '../people/accounts/accounts.ts';
import { readGroupRights } from '../people/group-rights.ts';

interface KnownPerson extends Pick<User, 'subject' | 'displayName'> {
  /** The groups in the person's newest token. The groups of an account of the embedded provider replace them. */
  readonly groups: readonly string[];
}

/** Returns the person with their present rights. Undefined: the account is disabled or removed. */
export type FindUser = (person: KnownPerson) => Promise<User | undefined>;

/** `hasOwnAccounts`: whether the identity provider is the embedded one. */
export function createUserFinder(database: Pick<Database, 'query'>, hasOwnAccounts: boolean): FindUser {
  return async (person) => {
    const known = hasOwnAccounts ? await findEnabledAccount(database, person.subject) : person;
    return known && userOfGroups(person, known.groups, await readGroupRights(database));
  };
}
