/** Writes collected reports for unknown rooms, and the alerts that they raise. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { applyUnknownRoomReport, type UnknownRoomAlert } from '../../../domain/alerts/unknown-room-alert.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Schema } from '../../database/schema.ts';

/** The maximum number of unknown rooms, and of alerts, per device key. Invented names of a key displace none of other keys. */
export const maxUnknownRoomsPerKey = 100;

type Row = Schema['unknown_room'];
type AlertRow = Selectable<Schema['unknown_room_alert']>;

export interface CollectedRooms {
  readonly row: Row;
  /** The scope of the device key that named the room. */
  readonly scope: Scope;
  /** The statuses reported since the last write, without repetitions, with their times in epoch milliseconds. */
  readonly reports: readonly { readonly status: number; readonly at: number }[];
}

export async function storeUnknownRooms(write: Kysely<Schema>, collected: readonly CollectedRooms[]): Promise<void> {
  const keyIds = [...new Set(collected.map(({ row }) => row.key_id))];
  const alerts = await write.selectFrom('unknown_room_alert').selectAll().where('key_id', 'in', keyIds).execute();
  for (const one of collected) {
    const { key_id: keyId, room } = one.row;
    await upsertRoom(write, one.row);
    await storeAlert(
      write,
      one,
      alerts.find((alert) => alert.key_id === keyId && alert.room === room),
    );
  }
  for (const keyId of keyIds) await deleteOldest(write, keyId);
}

async function upsertRoom(write: Kysely<Schema>, row: Row): Promise<void> {
  const { key_id: _, room: _room, first_at: _first, count, ...newest } = row;
  await write
    .insertInto('unknown_room')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'room']).doUpdateSet((sql) => ({
        ...newest,
        count: sql('unknown_room.count', '+', count),
      })),
    )
    .execute();
}

async function storeAlert(
  write: Kysely<Schema>,
  { row: { key_id, room, field, connection, uses }, scope, reports }: CollectedRooms,
  stored: AlertRow | undefined,
): Promise<void> {
  const before = stored && toUnknownRoomAlert(stored);
  const after = reports.reduce<UnknownRoomAlert | undefined>(
    (alert, { status, at }) => applyUnknownRoomReport(alert, status, at),
    before,
  );
  if (after === before || after === undefined) return;
  const values = {
    scope_kind: scope.kind,
    scope_uuid: scope.kind === 'everything' ? null : scope.uuid,
    field,
    connection,
    uses,
    status: after.status,
    raised_at: after.raisedAt,
    reported_at: after.reportedAt,
    has_ended: Number(after.hasEnded),
    // An answer that staff gave since the alert was read is kept.
    ...(after.answeredAt === null && stored?.answered_at !== null && { answered_at: null, answered_by: null }),
  };
  if (stored !== undefined) {
    await write.updateTable('unknown_room_alert').set(values).where('uuid', '=', stored.uuid).execute();
    return;
  }
  const added = { uuid: randomUUID(), key_id, room, answered_at: null, answered_by: null };
  await write
    .insertInto('unknown_room_alert')
    .values({ ...values, ...added })
    .execute();
}

export function toUnknownRoomAlert(row: AlertRow): UnknownRoomAlert {
  const { status, raised_at: raisedAt, reported_at: reportedAt, answered_at: answeredAt } = row;
  return { status, raisedAt, reportedAt, answeredAt, hasEnded: row.has_ended === 1 };
}

async function deleteOldest(write: Kysely<Schema>, keyId: string): Promise<void> {
  const rooms = write.selectFrom('unknown_room').select('room').where('key_id', '=', keyId);
  await write
    .deleteFrom('unknown_room')
    .where('key_id', '=', keyId)
    .where('room', 'not in', rooms.orderBy('last_at', 'desc').orderBy('room').limit(maxUnknownRoomsPerKey))
    .execute();
  const alerts = write.selectFrom('unknown_room_alert').select('uuid').where('key_id', '=', keyId);
  await write
    .deleteFrom('unknown_room_alert')
    .where('key_id', '=', keyId)
    .where('uuid', 'not in', alerts.orderBy('raised_at', 'desc').orderBy('uuid').limit(maxUnknownRoomsPerKey))
    .execute();
}
