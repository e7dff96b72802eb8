/**
 * Removes a client, location or ward with everything in it. Rooms with reports stay, and so do the places that contain
 * them.
 */
import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { placeEndpoints } from '../../../contract/home/places.ts';
import { scopeLevels } from '../../../domain/user.ts';
import { isInList } from '../../database/is-in-list.ts';
import type { Schema } from '../../database/schema.ts';
import {
  editHome,
  type HomeEdit,
  createPlaceConflict,
  type PlaceRow,
  requirePlace,
  requireRightForParent,
  type RoomRow,
  selectRooms,
  versionOfPlace,
} from './home-edit.ts';
import { clientsOfRooms, type HomeEvent, recordHomeEvents } from './home-events.ts';
import { effectOfRemoval, isRoomKept, deleteOrRetireRooms } from './remove-rooms.ts';

type PlaceRemoval = z.output<typeof placeEndpoints.removePlace.body>;

/**
 * Removes a place and returns the effect. Throws AppError `not-found` or `forbidden`, `conflict` when the place or the
 * number of its rooms has changed since the caller read it, `unavailable` when a room has just sent its first report.
 */
export async function removePlace(edit: HomeEdit, { level, uuid, version, roomCount }: PlaceRemoval) {
  const { database, caller, source, isDryRun, references } = edit;
  return editHome(edit, async (write) => {
    const place = await requirePlace(write, caller, level, uuid);
    requireRightForParent(caller, place.place);
    const rooms = await selectRooms(write).where(`${level}.uuid`, '=', place.uuid).execute();
    if (version !== versionOfPlace(place) || roomCount !== rooms.length) throw createPlaceConflict(place);
    const removed = await findEmptyPlaces(write, place, rooms.filter(isRoomKept));
    const scopes = removed.map((one) => ({ kind: one.level, uuid: one.uuid }));
    const effect = effectOfRemoval(rooms, scopes, references);
    if (isDryRun) return effect;
    const ofRooms = await deleteOrRetireRooms(write, edit, rooms);
    await deletePlaces(write, database.kind, removed);
    await recordHomeEvents(write, [...ofRooms, ...removed.map(removalOf)], source);
    return effect;
  });
}

interface RemovedPlace extends Pick<PlaceRow, 'level' | 'uuid' | 'displayName' | 'clientUUID' | 'clientName' | 'path'> {
  readonly alias: string | null;
  readonly rules: string | null;
}

/** Finds the place and those below it that contain none of the kept rooms, wards first. */
async function findEmptyPlaces(
  query: Kysely<Schema>,
  { level, uuid }: Pick<PlaceRow, 'level' | 'uuid'>,
  kept: readonly RoomRow[],
): Promise<readonly RemovedPlace[]> {
  const rows = await query
    .selectFrom('client')
    .leftJoin('location', 'location.client_uuid', 'client.uuid')
    .leftJoin('ward', 'ward.location_uuid', 'location.uuid')
    .where(`${level}.uuid`, '=', uuid)
    .select(['client.uuid as clientUUID', 'location.uuid as locationUUID', 'ward.uuid as wardUUID'])
    .select(['client.display_name as client', 'location.display_name as location', 'ward.display_name as ward'])
    .select(['location.alias', 'location.own_rules as rulesOfLocation', 'ward.own_rules as rulesOfWard'])
    .execute();
  const levels = scopeLevels.slice(scopeLevels.indexOf(level)).toReversed();
  return levels.flatMap((one) => {
    const keptUuids = new Set(kept.map((room) => room[`${one}UUID`]));
    const byUuid = new Map(rows.map((row) => [row[`${one}UUID`], row]));
    return [...byUuid].flatMap(([of, row]): RemovedPlace[] => {
      if (of === null || keptUuids.has(of)) return [];
      const path = scopeLevels.slice(0, scopeLevels.indexOf(one) + 1).map((above) => row[above] ?? '');
      const { clientUUID, client: clientName } = row;
      const rules = { client: null, location: row.rulesOfLocation, ward: row.rulesOfWard }[one];
      const alias = one === 'location' ? row.alias : null;
      return [{ level: one, uuid: of, displayName: row[one] ?? '', alias, rules, clientUUID, clientName, path }];
    });
  });
}

async function deletePlaces(
  write: Transaction<Schema>,
  kind: HomeEdit['database']['kind'],
  places: readonly RemovedPlace[],
): Promise<void> {
  // Deletes wards first, because a ward refers to its location and a location to its client.
  for (const level of scopeLevels.toReversed()) {
    const uuids = places.filter((place) => place.level === level).map(({ uuid }) => uuid);
    await write
      .deleteFrom(level)
      .where(isInList(kind, 'uuid', uuids))
      .execute();
  }
}

function removalOf(removed: RemovedPlace): HomeEvent {
  const { displayName, alias, rules, path } = removed;
  const place = path.slice(0, -1).join(' > ');
  const before = { displayName, alias, rules, place };
  return { effect: 'removed', node: removed, place, clients: clientsOfRooms(removed), before };
}
