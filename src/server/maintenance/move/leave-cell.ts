/** What happens to a client in its old cell at the moment in which it moves. */
import { sql, type Transaction } from 'kysely';
import { type AuditSource, recordAudit } from '../../audit/record-audit.ts';
import type { Schema } from '../../database/schema.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { placesOf, placeTables } from './client-tables.ts';

/** A change of a place, a key or a note waits for at most this time and then fails. */
const lockTimeoutMs = 3_000;

const lockedTables = [
  'client',
  'location',
  'ward',
  'contact',
  'wall_board',
  'duty',
  'device_key',
  'group_right',
  'room_note',
  'handover_reading',
];

/** Makes changes of the places and their keys wait until the end of the transaction. */
export async function lockPlaces(write: Transaction<Schema>): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(write);
  await sql`lock table ${sql.join(lockedTables.map((name) => sql.table(name)))} in share mode`.execute(write);
}

/**
 * Removes the places and rooms. Their history, keys and rights stay until the client is forgotten. The commit of this
 * transaction decides that the client has moved. Throws OperatorError when the rooms are not frozen any more.
 */
export async function leaveCell(
  write: Transaction<Schema>,
  { uuid, name }: { readonly uuid: string; readonly name: string },
  { address, source }: { readonly address: string; readonly source: AuditSource },
): Promise<void> {
  const moved = await write
    .updateTable('client_move')
    .set({ state: 'left' })
    .where('client_uuid', '=', uuid)
    .where('state', '=', 'leaving')
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n)
    throw new OperatorError('A server has ended the move, because this command was slow.');
  await sql`insert into moved_room (stream_uuid, ward_uuid, location_uuid, client_uuid)
    select stream.uuid, ward.uuid, location.uuid, client_uuid from stream
    join ward on ward.uuid = ward_uuid join location on location.uuid = location_uuid
    where client_uuid = ${uuid}`.execute(write);
  const places = placesOf(uuid);
  await sql`delete from notice where ward_uuid in ${places.wards} and (is_open = 1 or due_at is not null)`.execute(
    write,
  );
  for (const table of placeTables.toReversed()) {
    await sql`delete from ${sql.table(table.name)} where ${table.ofClient(places)}`.execute(write);
  }
  await recordAudit(write, {
    ...source,
    action: 'data.move',
    object: { kind: 'client', id: uuid, name },
    clientUUID: uuid,
    after: { to: address },
  });
}
