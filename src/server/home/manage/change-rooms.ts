/** Renames rooms, moves them to another ward, and sets their alias, type and status. */
import type * as z from 'zod/mini';
import type { HomeEffect } from '../../../contract/home/home-node.ts';
import type { roomEndpoints } from '../../../contract/home/rooms.ts';
import { isInList } from '../../database/is-in-list.ts';
import { storeEffectiveRules } from '../effective-rules.ts';
import { endAlerts } from '../home-file/import/end-alerts.ts';
import { markRoomsAsSeen } from '../home-file/import/expect-reports.ts';
import {
  editHome,
  type HomeEdit,
  requireRooms,
  requireWard,
  createRoomConflict,
  type RoomRow,
  versionOfRoom,
  requireSameClient,
} from './home-edit.ts';
import { compareValues, clientsOfRooms, type HomeEvent, recordHomeEvents, wardPathOf } from './home-events.ts';
import { countOpenAlerts, findImpact } from './home-impact.ts';
import { requireUniqueRoomAliases } from './unique-aliases.ts';

type RoomsChange = z.output<typeof roomEndpoints.changeRooms.body>;

interface ChangedRoom {
  readonly before: RoomRow;
  readonly after: RoomRow;
}

/**
 * Changes rooms and returns the effect of the change. Throws AppError `not-found` or `forbidden`, `conflict` when
 * another user has changed a room since the caller read it, `invalid-request` for an alias that is in use.
 */
export async function changeRooms(
  edit: HomeEdit,
  { rooms, wardUUID, ...values }: RoomsChange,
): Promise<z.output<typeof HomeEffect>> {
  const { database, caller, source, isDryRun, references } = edit;
  const { kind } = database;
  const versions = new Map(rooms.map(({ uuid, version }) => [uuid.toLowerCase(), version]));
  return editHome(edit, async (write) => {
    const ward = wardUUID === undefined ? undefined : await requireWard(write, caller, wardUUID);
    const stored = await requireRooms(write, edit, [...versions.keys()]);
    const changed = stored.flatMap((before): ChangedRoom[] => {
      const after = { ...changedRoomValues(before, values), ...ward };
      // The room is as wanted already, because the caller lost the response and repeats the call.
      if (versionOfRoom(after) === versionOfRoom(before)) return [];
      if (versions.get(before.uuid) !== versionOfRoom(before)) throw createRoomConflict(before);
      return [{ before, after }];
    });
    requireSameClient(changed, 'wardUUID');
    const uuids = changed.map(({ before }) => before.uuid);
    const withNewStatus = changed.filter(({ before, after }) => before.status !== after.status);
    const switched = withNewStatus.map(({ before }) => before.uuid);
    const effect = {
      removedCount: 0,
      retiredCount: 0,
      alerts: values.status === 'INACTIVE' ? countOpenAlerts(withNewStatus.map(({ before }) => before.openAlerts)) : [],
      impact: findImpact(
        { before: changed.map(({ before }) => before), after: changed.map(({ after }) => after), removedPlaces: [] },
        references,
      ),
    };
    if (isDryRun || changed.length === 0) return effect;
    await write
      .updateTable('stream')
      .set({ display_name: values.displayName, alias: values.alias, type: values.type, status: values.status })
      .set({ ward_uuid: ward?.wardUUID })
      .where(isInList(kind, 'uuid', uuids))
      .execute();
    if (values.status === 'INACTIVE') await endAlerts({ kind, write }, switched, 'room-inactive', source.at);
    if (values.status === 'ACTIVE') await markRoomsAsSeen({ kind, write }, switched, source.at);
    const locations = new Set(changed.map(({ after }) => after.locationUUID));
    for (const location of locations) await requireUniqueRoomAliases(write, caller, location, new Set(uuids));
    if (values.type !== undefined || ward !== undefined) await storeEffectiveRules(write, [...locations]);
    await recordHomeEvents(write, changed.map(eventOf), source);
    return effect;
  });
}

function changedRoomValues(before: RoomRow, { displayName, alias, type, status }: Omit<RoomsChange, 'rooms'>): RoomRow {
  return {
    ...before,
    displayName: displayName ?? before.displayName,
    alias: alias === undefined ? before.alias : alias,
    type: type ?? before.type,
    status: status ?? before.status,
  };
}

function eventOf({ before, after }: ChangedRoom): HomeEvent {
  const valuesOf = (room: RoomRow) => {
    const { displayName, alias, type, status } = room;
    return { displayName, alias, type, status, ward: wardPathOf(room) };
  };
  return {
    effect: 'changed',
    node: { level: 'stream', uuid: after.uuid, displayName: after.displayName },
    clients: clientsOfRooms(before, after),
    ...compareValues(valuesOf(before), valuesOf(after), wardPathOf(after)),
  };
}
