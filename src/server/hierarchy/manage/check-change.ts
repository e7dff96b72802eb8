/** Checks a change against the rights of the user, and against what others have changed meanwhile. */
import { isCovered, type Place } from '../../../domain/user.ts';
import { requireFound } from '../../http/require-found.ts';
import { AppError } from '../../shared/app-error.ts';
import { changedMeanwhile } from '../../shared/object-version.ts';
import { refusedAs } from '../../shared/reason.ts';
import type { Home, HomeNode } from '../home-file/home.ts';
import type { ChangedHome } from '../home-file/import/audit-of-changes.ts';
import type { Change } from '../home-file/import/compare-homes.ts';
import {
  countRooms,
  createPlaceOf,
  hasVersion,
  keyOf,
  type Rights,
  stateOfNode,
  versionWithRules,
} from './managed-home.ts';
import type { HomeChangeRequest, SentNode } from './read-change.ts';

/** The places and rooms that a change removes. Throws AppError `conflict` when one has changed since the user has seen it. */
export function readRemovals({ remove = [] }: HomeChangeRequest, visible: Home): HomeNode[] {
  const storedByKey = new Map(visible.map((node) => [keyOf(node), node]));
  const roomCounts = countRooms(visible);
  return remove.map(({ level, uuid, version, rooms }) => {
    const node = requireFound(storedByKey.get(keyOf({ level, uuid: uuid.toLowerCase() })));
    const roomCount = level === 'stream' ? 1 : (roomCounts.get(keyOf(node)) ?? 0);
    const isOutdated = version !== undefined && !hasVersion(node, version);
    if (isOutdated || (rooms !== undefined && rooms !== roomCount)) throw conflict(node);
    return node;
  });
}

/** A change that was sent again, because its answer was lost, finds what it wants. That is no conflict. */
export function requireVersions(sent: readonly SentNode[], after: Home): void {
  if (sent.length === 0) return;
  const planned = new Map(after.map((node) => [keyOf(node), node]));
  for (const { stored, version } of sent) {
    if (stored === undefined || version === undefined || hasVersion(stored, version)) continue;
    const wanted = planned.get(keyOf(stored));
    if (wanted === undefined || versionWithRules(wanted) !== versionWithRules(stored)) throw conflict(stored);
  }
}

/** Throws AppError `forbidden` for a change of what the user may only see. */
export function requireRights(
  changes: readonly Change[],
  { before, after }: Pick<ChangedHome, 'before' | 'after'>,
  { managed }: Rights,
): void {
  if (managed.some(({ kind }) => kind === 'everything')) return;
  const [placeBefore, placeAfter] = [createPlaceOf(before), createPlaceOf(after)];
  const storedByKey = new Map(before.map((node) => [keyOf(node), node]));
  for (const { effect, node } of changes) {
    const stored = storedByKey.get(keyOf(node));
    const mayTake = stored === undefined || isCovered(managed, placeBefore(stored));
    const isMoved = stored !== undefined && stored.parentUUID !== node.parentUUID;
    const target = isMoved ? placeAbove(node, placeAfter(node)) : placeAfter(node);
    const mayPut = effect === 'removed' || isCovered(managed, target);
    if (mayTake && mayPut) continue;
    throw new AppError('forbidden', refusedAs('only-seen'));
  }
}

/** Where a node is put. A right for the node itself would cover it at every place. */
function placeAbove({ level }: HomeNode, place: Place | undefined): Place | undefined {
  if (place === undefined || level === 'stream') return place;
  const { wardUUID: _ward, ...location } = place;
  return level === 'ward' ? location : { clientUUID: place.clientUUID };
}

function conflict(node: HomeNode): AppError {
  return changedMeanwhile(stateOfNode(node));
}
