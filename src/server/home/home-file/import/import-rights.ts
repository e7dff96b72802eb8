/** Keeps an import within the rights of the user who makes it. */
import { isPlaceCovered, type Place } from '../../../../domain/user.ts';
import { hasRightForParent, type Manager } from '../../manage/home-edit.ts';
import { createNotManagedError } from '../../../rights/manager.ts';
import type { HomeNode } from '../home.ts';
import type { ChangedHome } from './events-of-changes.ts';
import { createPlaceLookup, nodeKeyOf } from './place-of-node.ts';

type Managed = Manager['managed'];

/** Whether the user may add, move or remove a node at this place. This needs a right for the parent. */
export function canChangePlace(
  managed: Managed,
  { level }: Pick<HomeNode, 'level'>,
  place: Place | undefined,
): boolean {
  if (place === undefined) return managed.some(({ kind }) => kind === 'everything');
  return level === 'stream' ? isPlaceCovered(managed, place) : hasRightForParent(managed, place);
}

/** Throws AppError `forbidden` if a change concerns a node that the user may see but not manage. */
export function requireImportRights({ changes, before, after }: ChangedHome, managed: Managed): void {
  const [placeBefore, placeAfter] = [createPlaceLookup(before), createPlaceLookup(after)];
  const storedByKey = new Map(before.map((node) => [nodeKeyOf(node), node]));
  for (const { effect, node } of changes) {
    const stored = storedByKey.get(nodeKeyOf(node));
    const staysInPlace = effect !== 'removed' && stored?.parentUUID === node.parentUUID;
    const isManaged = (place: Place | undefined) =>
      staysInPlace ? isPlaceCovered(managed, place) : canChangePlace(managed, node, place);
    const mayTake = stored === undefined || isManaged(placeBefore(stored));
    const mayPut = effect === 'removed' || isManaged(placeAfter(node));
    if (!mayTake || !mayPut) throw createNotManagedError();
  }
}
