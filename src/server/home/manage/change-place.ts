/** Renames a client, location or ward, changes the alias of a location, and moves a place to another parent. */
import type * as z from 'zod/mini';
import type { HomeEffect } from '../../../contract/home/home-node.ts';
import type { placeEndpoints } from '../../../contract/home/places.ts';
import { storeEffectiveRules } from '../effective-rules.ts';
import {
  editHome,
  type HomeEdit,
  parentLevels,
  createPlaceConflict,
  type PlaceRow,
  requirePlace,
  requireRightForParent,
  selectRooms,
  versionOfPlace,
  requireSameClient,
} from './home-edit.ts';
import { compareValues, clientsOfRooms, type HomeEvent, recordHomeEvents } from './home-events.ts';
import { findImpact } from './home-impact.ts';
import { requireFreeLocationAlias, requireUniqueRoomAliases } from './unique-aliases.ts';

type PlaceChange = z.output<typeof placeEndpoints.changePlace.body>;
type Write = Parameters<Parameters<typeof editHome>[1]>[0];

/**
 * Changes a place and returns the effect of the change. Throws AppError `not-found` or `forbidden`, `conflict` when
 * another user has changed the place since the caller read it, `invalid-request` for an alias that is in use.
 */
export async function changePlace(edit: HomeEdit, wanted: PlaceChange): Promise<z.output<typeof HomeEffect>> {
  const { caller, source, isDryRun, references } = edit;
  const { level } = wanted;
  return editHome(edit, async (write) => {
    const before = await requirePlace(write, caller, level, wanted.uuid);
    const parent = await readNewParent(write, caller, before, wanted.parentUUID);
    const after = placeAfter(before, wanted, parent);
    const effect = { removedCount: 0, retiredCount: 0, alerts: [], impact: [] };
    // The place is as wanted already, because the caller lost the response and repeats the call.
    if (versionOfPlace(after) === versionOfPlace(before)) return effect;
    if (wanted.version !== versionOfPlace(before)) throw createPlaceConflict(before);
    const rooms = await selectRooms(write).where(`${level}.uuid`, '=', before.uuid).execute();
    const moved = rooms.map((room) => ({ before: room, after: { ...room, ...placeOfRooms(after, parent) } }));
    // A location may move with its rooms, because it is the same home with the same staff.
    if (level === 'ward') requireSameClient(moved, 'parentUUID');
    const impact = findImpact({ before: rooms, after: moved.map((room) => room.after), removedPlaces: [] }, references);
    if (isDryRun) return { ...effect, impact };
    if (level === 'location' && after.alias !== null && after.alias !== before.alias)
      await requireFreeLocationAlias(write, caller, after.alias, after.uuid);
    await storePlace(write, after);
    if (level === 'ward' && parent !== undefined) {
      await requireUniqueRoomAliases(write, caller, parent.uuid, new Set(rooms.map(({ uuid }) => uuid)));
      await storeEffectiveRules(write, [parent.uuid]);
    }
    await recordHomeEvents(write, [eventOf(before, after)], source);
    return { ...effect, impact };
  });
}

/** Reads the new parent of a place. Undefined: the place does not move. A move needs a right for both parents. */
async function readNewParent(
  write: Write,
  caller: HomeEdit['caller'],
  before: PlaceRow,
  parentUUID: string | undefined,
): Promise<PlaceRow | undefined> {
  const parentLevel = parentLevels[before.level];
  if (parentLevel === undefined || parentUUID === undefined) return undefined;
  if (parentUUID.toLowerCase() === before.parentUUID) return undefined;
  requireRightForParent(caller, before.place);
  return requirePlace(write, caller, parentLevel, parentUUID);
}

function placeAfter(before: PlaceRow, { displayName, alias }: PlaceChange, parent: PlaceRow | undefined): PlaceRow {
  const above = parent?.path ?? before.path.slice(0, -1);
  const name = displayName ?? before.displayName;
  return {
    ...before,
    displayName: name,
    alias: before.level === 'location' && alias !== undefined ? alias : before.alias,
    parentUUID: parent?.uuid ?? before.parentUUID,
    clientUUID: parent?.clientUUID ?? before.clientUUID,
    clientName: parent?.clientName ?? before.clientName,
    path: [...above, name],
  };
}

/** Returns the columns of the rooms below a place that change with it, to find the impact on devices and rights. */
function placeOfRooms({ level, alias }: PlaceRow, parent: PlaceRow | undefined) {
  if (level === 'location') return { locationAlias: alias, ...parent?.place };
  return parent === undefined ? {} : { ...parent.place, locationAlias: parent.alias };
}

async function storePlace(write: Write, { level, uuid, displayName, alias, parentUUID }: PlaceRow): Promise<void> {
  const name = { display_name: displayName };
  const above = parentUUID ?? '';
  switch (level) {
    case 'client':
      await write.updateTable('client').set(name).where('uuid', '=', uuid).execute();
      return;
    case 'location':
      await write
        .updateTable('location')
        .set({ ...name, alias, client_uuid: above })
        .where('uuid', '=', uuid)
        .execute();
      return;
    case 'ward':
      await write
        .updateTable('ward')
        .set({ ...name, location_uuid: above })
        .where('uuid', '=', uuid)
        .execute();
  }
}

function eventOf(before: PlaceRow, after: PlaceRow): HomeEvent {
  const pathAbove = ({ path }: PlaceRow) => path.slice(0, -1).join(' > ');
  const parentLevel = parentLevels[after.level];
  const valuesOf = (place: PlaceRow) => {
    const { displayName, alias } = place;
    return { displayName, alias, ...(parentLevel !== undefined && { [parentLevel]: pathAbove(place) }) };
  };
  return {
    effect: 'changed',
    node: after,
    clients: clientsOfRooms(before, after),
    ...compareValues(valuesOf(before), valuesOf(after), pathAbove(after)),
  };
}
