/** Adds rooms to a ward. */
import type * as z from 'zod/mini';
import type { roomEndpoints } from '../../../contract/home/rooms.ts';
import { isInList } from '../../database/is-in-list.ts';
import { requireFound } from '../../http/require-found.ts';
import { findFreeAlias, slugOf } from '../alias.ts';
import { storeEffectiveRules } from '../effective-rules.ts';
import { editHome, type HomeEdit, requireWard } from './home-edit.ts';
import { clientsOfRooms, recordHomeEvents, wardPathOf } from './home-events.ts';
import { requireUniqueRoomAliases, readRoomAliases } from './unique-aliases.ts';

type NewRooms = z.output<typeof roomEndpoints.addRooms.body>;

/**
 * Adds rooms. Throws AppError `not-found` or `forbidden`, also when a room outside the ward has one of the uuids, and
 * `invalid-request` for an alias that is in use.
 */
export async function addRooms(edit: HomeEdit, { wardUUID, type = 'camera', rooms }: NewRooms): Promise<void> {
  const { database, caller, source } = edit;
  const { kind } = database;
  await editHome(edit, async (write) => {
    const ward = await requireWard(write, caller, wardUUID);
    const { locationUUID } = ward;
    const uuids = rooms.map(({ uuid }) => uuid.toLowerCase());
    const existing = await write
      .selectFrom('stream')
      .select(['uuid', 'ward_uuid'])
      .where(isInList(kind, 'uuid', uuids))
      .execute();
    requireFound(existing.every((room) => room.ward_uuid === ward.wardUUID) || undefined);
    const used = await readRoomAliases(write, locationUUID);
    const isNew = ({ uuid }: { readonly uuid: string }) => !existing.some((room) => room.uuid === uuid.toLowerCase());
    const added = rooms.filter(isNew).map(({ uuid, displayName, alias: given }) => {
      const alias = given ?? findFreeAlias(slugOf(displayName, 'room'), (one) => used.has(one));
      used.add(alias.toLowerCase());
      return { uuid: uuid.toLowerCase(), display_name: displayName, alias };
    });
    const initial = { ward_uuid: ward.wardUUID, type, status: 'ACTIVE' as const, room_status: -1, revision: 0 };
    const rows = added.map((room) => ({ ...room, ...initial }));
    if (rows.length > 0) await write.insertInto('stream').values(rows).execute();
    await requireUniqueRoomAliases(write, caller, locationUUID, new Set(added.map(({ uuid }) => uuid)));
    await storeEffectiveRules(write, [locationUUID]);
    const place = wardPathOf(ward);
    const events = added.map(({ uuid, display_name: displayName, alias }) => ({
      effect: 'added' as const,
      node: { level: 'stream' as const, uuid, displayName },
      place,
      clients: clientsOfRooms(ward),
      after: { displayName, alias, type, status: initial.status, rules: null, place },
    }));
    await recordHomeEvents(write, events, source);
  });
}
