import type { Database } from '../../database/database.ts';
import { loadScopes, type NamedScope } from '../../hierarchy/find-scope.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { UsageError } from './usage-error.ts';

export const scopeHelp = `
A scope is \`everything\`, or one client, location or ward. Name it by its uuid, or by alias or name with
slashes between ("harbour-house", "Harbour House/Ward X"). The prefixes client:, location: and ward: say
which of the three you mean.`;

/** Finds the scope that an argument names. `argument`: its name, for the error message. Throws UsageError. */
export async function findScopeArgument(database: Database, argument: string, text: string): Promise<NamedScope> {
  try {
    return (await loadScopes(database)).find(text);
  } catch (error) {
    throw error instanceof OperatorError ? new UsageError(`${argument}: ${error.message}`) : error;
  }
}
