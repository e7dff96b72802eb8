/** Which places of the list of rights are not there: a slip in a uuid is seen at the start, and not by an empty board. */
import type { Database } from '../../database/database.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { readGroupRights } from '../../rights/group-rights.ts';

/** They may still be imported, so this stops nothing. */
export async function warnOfMissingScopes(
  database: Database,
  file: string,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  const scopes = await loadScopes(database);
  const missing = (await readGroupRights(database)).flatMap(({ group, scope }) =>
    scopes.isThere(scope) ? [] : [`${group}: ${scopes.pathOf(scope)}`],
  );
  if (missing.length === 0) return;
  log.warn({ file, rights: missing }, 'ACCESS_FILE names places that are not there: these rights open nothing');
}
