import type { Database } from '../../database/database.ts';
import { loadScopes, type NamedScope, ScopeError } from '../../hierarchy/find-scope.ts';
import { CommandError } from './command.ts';

export const scopeHelp = `  SCOPE is everything, or a client, location or ward: by uuid, or by alias and name with slashes between
  ("harbour-house", "Harbour House/Ward X"); client:, location: or ward: before it says which it is.`;

/** `option`: for the message. Throws CommandError. */
export async function scopeOf(database: Database, option: string, text: string): Promise<NamedScope> {
  try {
    return (await loadScopes(database)).find(text);
  } catch (error) {
    throw error instanceof ScopeError ? new CommandError(`${option}: ${error.message}`) : error;
  }
}
