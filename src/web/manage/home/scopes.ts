/** The scope of a right or of a device key as the choice of a form: everything, or a place with what is below it. */
import type { Scope } from '../../../domain/user.ts';
import { placesInOrder, type Places, placeText } from './places.ts';

export interface ScopeOption {
  /** `everything`, or `ward <uuid>`. */
  readonly value: string;
  readonly label: string;
}

/** The places that the user may change. Everything is left to the page, which has its own word for it. */
export function scopeOptions(places: Places): readonly ScopeOption[] {
  return placesInOrder(places)
    .filter(({ canChange }) => canChange)
    .map(({ level, uuid }) => ({ value: valueOfScope({ kind: level, uuid }), label: placeText(places, uuid) }));
}

export function valueOfScope(scope: Scope): string {
  return scope.kind === 'everything' ? 'everything' : `${scope.kind} ${scope.uuid}`;
}

export function scopeOfValue(value: string): Scope {
  const [kind, uuid = ''] = value.split(' ');
  if (kind === 'client' || kind === 'location' || kind === 'ward') return { kind, uuid };
  // What cannot be read must not become a right to everything.
  if (kind !== 'everything') throw new Error(`"${value}" is not a scope`);
  return { kind };
}
