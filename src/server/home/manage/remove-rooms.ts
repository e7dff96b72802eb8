/** Removes rooms. A room with reports becomes INACTIVE instead, so that its reports are not lost. */
import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { HomeEffect } from '../../../contract/home/home-node.ts';
import type { roomEndpoints } from '../../../contract/home/rooms.ts';
import type { Scope } from '../../../domain/user.ts';
import { splitIntoBatches } from '../../database/batches.ts';
import { isInList } from '../../database/is-in-list.ts';
import type { Schema } from '../../database/schema.ts';
import { deleteRooms } from '../home-file/import/delete-rooms.ts';
import { endAlerts } from '../home-file/import/end-alerts.ts';
import { editHome, type HomeEdit, requireRooms, createRoomConflict, type RoomRow, versionOfRoom } from './home-edit.ts';
import { clientsOfRooms, type HomeEvent, recordHomeEvents, wardPathOf } from './home-events.ts';
import { countOpenAlerts, findImpact, type HomeReferences } from './home-impact.ts';

type RoomsRemoval = z.output<typeof roomEndpoints.removeRooms.body>;

/**
 * Removes rooms and returns the effect. Throws AppError `not-found` or `forbidden`, `conflict` when another user has
 * changed a room since the caller read it, `unavailable` when a room has just sent its first report.
 */
export async function removeRooms(edit: HomeEdit, { rooms }: RoomsRemoval) {
  const { source, isDryRun, references } = edit;
  const versions = new Map(rooms.map(({ uuid, version }) => [uuid.toLowerCase(), version]));
  return editHome(edit, async (write) => {
    const stored = await requireRooms(write, edit, [...versions.keys()]);
    for (const room of stored) if (versions.get(room.uuid) !== versionOfRoom(room)) throw createRoomConflict(room);
    const effect = effectOfRemoval(stored, [], references);
    if (isDryRun) return effect;
    await recordHomeEvents(write, await deleteOrRetireRooms(write, edit, stored), source);
    return effect;
  });
}

/** Returns the effect of a removal. `removedPlaces`: the places that are removed with the rooms. */
export function effectOfRemoval(
  rooms: readonly RoomRow[],
  removedPlaces: readonly Scope[],
  references: HomeReferences,
): z.output<typeof HomeEffect> {
  const kept = rooms.filter(isRoomKept);
  return {
    removedCount: rooms.length - kept.length,
    retiredCount: kept.length,
    alerts: countOpenAlerts(rooms.map(({ openAlerts }) => openAlerts)),
    impact: findImpact({ before: rooms, after: kept, removedPlaces }, references),
  };
}

export function isRoomKept({ hasReports }: RoomRow): boolean {
  return hasReports === 1;
}

/** Deletes or retires the rooms. Returns the events of the audit log. */
export async function deleteOrRetireRooms(
  write: Transaction<Schema>,
  { database: { kind }, source }: Pick<HomeEdit, 'database' | 'source'>,
  rooms: readonly RoomRow[],
): Promise<readonly HomeEvent[]> {
  const retired = rooms.filter((room) => isRoomKept(room) && room.status === 'ACTIVE');
  const uuids = retired.map(({ uuid }) => uuid);
  const update = write.updateTable('stream').set({ status: 'INACTIVE' });
  await update.where(isInList(kind, 'uuid', uuids)).execute();
  await endAlerts({ kind, write }, uuids, 'room-inactive', source.at);
  const deleted = rooms.filter((room) => !isRoomKept(room));
  for (const batch of splitIntoBatches(deleted)) await deleteRooms({ kind, write }, batch, source.at);
  return [...retired.map(retirementOf), ...deleted.map(removalOf)];
}

function retirementOf(room: RoomRow): HomeEvent {
  const place = wardPathOf(room);
  const values = { before: { status: 'ACTIVE' }, after: { status: 'INACTIVE', place } };
  return { effect: 'retired', node: { ...room, level: 'stream' }, place, clients: clientsOfRooms(room), ...values };
}

function removalOf(room: RoomRow): HomeEvent {
  const { displayName, alias, type, status, rules } = room;
  const place = wardPathOf(room);
  const before = { displayName, alias, type, status, rules, place };
  return { effect: 'removed', node: { ...room, level: 'stream' }, place, clients: clientsOfRooms(room), before };
}
