/** Describes an import for its user: the changes, and their effect on staff and devices. */
import type * as z from 'zod/mini';
import { type homeFileEndpoints, maxListedChanges } from '../../../contract/home/home-file.ts';
import { scopeLevels } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { isInList } from '../../database/is-in-list.ts';
import { objectVersionOf } from '../../shared/object-version.ts';
import { type Home, nodesOfLevel } from '../home-file/home.ts';
import type { HomeChange } from '../home-file/import/compare-homes.ts';
import { findRoomsWithNewStatus } from '../home-file/import/store-changes.ts';
import { countOpenAlerts, type HomeDifference, type ReferredRoom } from './home-impact.ts';

export type ImportPreview = z.output<typeof homeFileEndpoints.importHome.response>;

export function summarizeChanges(
  changes: readonly HomeChange[],
): Pick<ImportPreview, 'version' | 'counts' | 'changes'> {
  const countOf = (effect: HomeChange['effect']) => changes.filter((change) => change.effect === effect).length;
  return {
    version: versionOfChanges(changes),
    counts: {
      added: countOf('added'),
      changed: countOf('changed'),
      removed: countOf('removed'),
      retired: countOf('retired'),
    },
    changes: changes.slice(0, maxListedChanges).map(({ effect, node, path, fields }) => {
      return { effect, level: node.level, uuid: node.uuid, path: [...path], fields: [...fields] };
    }),
  };
}

/** The version of the changes that a user has seen. The uuids of new places and rooms are chosen anew each time. */
export function versionOfChanges(changes: readonly HomeChange[]): string {
  const seen = changes.map(({ effect, node, path, fields }) => {
    return { effect, level: node.level, uuid: effect === 'added' ? null : node.uuid, path, fields };
  });
  return objectVersionOf({ changes: JSON.stringify(seen) });
}

/**
 * Counts the open alerts of rooms that are removed or become INACTIVE. After the import only alerts that staff must
 * still answer are left.
 */
export async function countEndedAlerts(
  { kind, query }: Database,
  changes: readonly HomeChange[],
): Promise<ImportPreview['alerts']> {
  const removed = changes.filter(({ effect, node }) => effect === 'removed' && node.level === 'stream');
  const uuids = [...removed.map(({ node }) => node.uuid), ...findRoomsWithNewStatus(changes, 'INACTIVE')];
  const rows = await query
    .selectFrom('stream')
    .select('open_alerts')
    .where(isInList(kind, 'uuid', uuids))
    .execute();
  return countOpenAlerts(rows.map((row) => row.open_alerts));
}

export function differenceOfHomes(before: Home, after: Home): HomeDifference {
  const removedPlaces = scopeLevels.flatMap((kind) => {
    const kept = new Set(nodesOfLevel(after, kind).map(({ uuid }) => uuid));
    return nodesOfLevel(before, kind).flatMap(({ uuid }) => (kept.has(uuid) ? [] : [{ kind, uuid }]));
  });
  return { before: referredRooms(before), after: referredRooms(after), removedPlaces };
}

function referredRooms(home: Home): readonly ReferredRoom[] {
  const wards = new Map(nodesOfLevel(home, 'ward').map((ward) => [ward.uuid, ward]));
  const locations = new Map(nodesOfLevel(home, 'location').map((location) => [location.uuid, location]));
  return nodesOfLevel(home, 'stream').flatMap(({ uuid, displayName, alias, parentUUID: wardUUID }): ReferredRoom[] => {
    const location = locations.get(wards.get(wardUUID)?.parentUUID ?? '');
    if (location === undefined) return [];
    const { uuid: locationUUID, alias: locationAlias, parentUUID: clientUUID } = location;
    return [{ uuid, displayName, alias, wardUUID, locationUUID, locationAlias, clientUUID }];
  });
}
