/** The order of lists in files: that of the screen, the same on every machine. */
import { sortByDisplayName } from '../../../domain/hierarchy.ts';

export function byName<T extends { readonly displayName: string; readonly uuid: string }>(nodes: readonly T[]): T[] {
  return sortByDisplayName(nodes, 'en');
}
