/** The state of a client that moves between two cells, in either of them. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { logTables, otherTables, placesOf, placeTables, settlingTables } from './client-tables.ts';

type Query = Kysely<Schema>;
type Move = Schema['client_move'];

export function readMove(query: Query, client: string): Promise<Move | undefined> {
  return query.selectFrom('client_move').selectAll().where('client_uuid', '=', client).executeTakeFirst();
}

/** The key of the advisory lock that the command holds while it runs. The lock ends with its connection. */
export function moveLockKey(client: string) {
  return sql`hashtext('room-status move ' || ${client}::text)`;
}

function streamsOf(query: Query, client: string) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .where('location.client_uuid', '=', client);
}

/**
 * Freezes the rooms: reports and changes of them are refused from now on. Waits for those that are being stored, and
 * locks the rows in the order in which reports do.
 */
export async function freezeRooms(query: Query, client: string, address: string): Promise<void> {
  await query.transaction().execute(async (write) => {
    await write.insertInto('client_move').values({ client_uuid: client, state: 'leaving', address }).execute();
    await streamsOf(write, client).select('stream.uuid').orderBy('stream.uuid').forUpdate('stream').execute();
    await setFrozen(write, client, 1);
  });
}

/** Ends a move that has not reached its end: the client stays. Does nothing after it has moved. */
export async function releaseRooms(query: Query, client: string): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('client_move')
    .where('client_uuid', '=', client)
    .where('state', '=', 'leaving')
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await setFrozen(query, client, 0);
  return true;
}

export async function setFrozen(query: Query, client: string, isFrozen: 0 | 1): Promise<void> {
  await query
    .updateTable('stream')
    .set({ is_frozen: isFrozen })
    .where('uuid', 'in', streamsOf(query, client).select('stream.uuid'))
    .execute();
}

/** Deletes the copy of a client that has not arrived, because the command was killed. */
export async function deleteArriving(query: Query, client: string): Promise<void> {
  await query.transaction().execute(async (write) => {
    const { numDeletedRows } = await write
      .deleteFrom('client_move')
      .where('client_uuid', '=', client)
      .where('state', '=', 'arriving')
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    const places = placesOf(client);
    for (const name of logTables) {
      await sql`delete from ${sql.table(name)} where stream_uuid in ${places.streams}`.execute(write);
    }
    for (const { name, ofClient } of [...settlingTables, ...otherTables, ...placeTables.toReversed()]) {
      await sql`delete from ${sql.table(name)} where ${ofClient(places)}`.execute(write);
    }
  });
}
