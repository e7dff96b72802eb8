import type { Database } from '../../database/database.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { readGroupRights } from '../../rights/group-rights.ts';

/**
 * Logs the rights of the access file whose place does not exist, so that a mistyped uuid is noticed.
 * It stops nothing, because the place can be imported later. `file`: undefined: there is no access file.
 */
export async function warnOfMissingScopes(
  database: Database,
  file: string | undefined,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  if (file === undefined) return;
  const scopes = await loadScopes(database);
  const missing = (await readGroupRights(database))
    .filter(({ scope }) => !scopes.isThere(scope))
    .map(({ group, scope }) => `${group}: ${scopes.pathOf(scope)}`);
  if (missing.length === 0) return;
  log.warn({ file, rights: missing }, 'ACCESS_FILE names places that do not exist: these rights have no effect');
}
