/** Converts the scope of a right or a device key to an option of a form and back. */
import type { Scope } from '../../domain/user.ts';
import { placesInOrder, type Places, formatPlacePath } from './places.ts';

export interface ScopeOption {
  /** The scope as text: `everything`, or its kind and uuid, such as `ward <uuid>`. */
  readonly value: string;
  readonly label: string;
}

/**
 * The options for the places that the user may change. Each form adds the option "everything" with a text of its own.
 */
export function scopeOptions(places: Places): readonly ScopeOption[] {
  return placesInOrder(places)
    .filter(({ canChange }) => canChange)
    .map(({ level, uuid }) => ({ value: valueOfScope({ kind: level, uuid }), label: formatPlacePath(places, uuid) }));
}

export function valueOfScope(scope: Scope): string {
  return scope.kind === 'everything' ? 'everything' : `${scope.kind} ${scope.uuid}`;
}

export function scopeOfValue(value: string): Scope {
  const [kind, uuid = ''] = value.split(' ');
  if (kind === 'client' || kind === 'location' || kind === 'ward') return { kind, uuid };
  // Throws, because a value that cannot be parsed must not become a right to everything.
  if (kind !== 'everything') throw new Error(`"${value}" is not a scope`);
  return { kind };
}
