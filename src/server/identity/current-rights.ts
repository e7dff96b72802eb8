/** The user that a token stands for, with the present rights. They are read once a second. */
import { type User, userOfGroups } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { readGroupRights } from '../rights/group-rights.ts';
import { createTtlCache } from '../shared/cache/ttl-cache.ts';

type GroupsBySubject = ReadonlyMap<string, readonly string[]>;

export interface CurrentRightsOptions {
  readonly database: Database;
  readonly now: () => number;
  /**
   * The present groups of the accounts of the embedded provider. They replace those in the token, which may be ten minutes
   * old. Undefined with an external provider.
   */
  readonly readAccountGroups?: (() => Promise<GroupsBySubject>) | undefined;
}

const rightsCacheMs = 1_000;

/** Gives a user the rights of this moment. `inToken`: the groups that the token names. */
type WithRights = (who: Pick<User, 'subject' | 'displayName'>, inToken: readonly string[]) => User;

export function createCurrentRights({ database, now, readAccountGroups }: CurrentRightsOptions) {
  const cache = createTtlCache<WithRights>({ ttlMs: rightsCacheMs, now });

  async function read(): Promise<WithRights> {
    const [rights, groups] = await Promise.all([readGroupRights(database), readAccountGroups?.()]);
    // An account that was created in the last second is not in the cache. The groups in its token are as new.
    return (who, inToken) => userOfGroups(who, groups?.get(who.subject) ?? inToken, rights);
  }

  return () => cache.get('all', () => read());
}
