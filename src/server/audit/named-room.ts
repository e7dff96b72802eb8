/** A room with its name and place, as the audit log names it. */
import type { InferResult } from 'kysely';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isVisibleWard } from '../rights/visible.ts';
import type { AuditEntry, AuditSource } from './record-audit.ts';

type Query = Database['query'];

export interface NamedRoom {
  readonly uuid: string;
  readonly name: string;
  /** The names of its client, location and ward. */
  readonly place: string;
  readonly clientUUID: string;
}

export function selectNamedRooms(query: Query) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .select(['stream.uuid', 'stream.display_name as name', 'client.uuid as clientUUID'])
    .select(['client.display_name as client', 'location.display_name as location', 'ward.display_name as ward']);
}

type Row = InferResult<ReturnType<typeof selectNamedRooms>>[number];

export function namedRoomOf({ uuid, name, clientUUID, client, location, ward }: Row): NamedRoom {
  return { uuid, name, clientUUID, place: `${client} > ${location} > ${ward}` };
}

/** Finds a room. Undefined: the room does not exist, or the user may not see it. */
export async function findRoom(query: Query, scopes: readonly Scope[], uuid: string): Promise<NamedRoom | undefined> {
  const row = await selectNamedRooms(query)
    .where('stream.uuid', '=', uuid)
    .where(isVisibleWard(scopes))
    .executeTakeFirst();
  return row && namedRoomOf(row);
}

/** The action of an event about a room, and the values after it. */
export type RoomEvent = Pick<AuditEntry, 'action' | 'after'>;

/** An event about a room, with its place. */
export function auditEntryOfRoom(source: AuditSource, room: NamedRoom, { action, after }: RoomEvent): AuditEntry {
  const { uuid: id, name, place, clientUUID } = room;
  return { ...source, action, object: { kind: 'room', id, name }, clientUUID, after: { ...after, place } };
}
