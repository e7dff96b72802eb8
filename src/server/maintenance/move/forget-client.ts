/** Deletes what the old cell still has of a client that has moved away, in small steps while the servers run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { dayOfReceipt, daysBetween, readLogEnd, readLogStart } from '../../database/report-days.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { logTables, movedPlacesOf, otherTables, settlingTables } from './client-tables.ts';
import { readMove } from './move-state.ts';

const pauseMs = 20;

/**
 * After it, this cell forwards no reports of the client and leads no boards to the new one. The audit log stays. Throws
 * OperatorError when the client has not moved away from here.
 */
export async function forgetClient({ query }: Database, client: string): Promise<void> {
  if ((await readMove(query, client))?.state !== 'moved') {
    throw new OperatorError(`The client ${client} has not moved away from this cell.`);
  }
  const days = daysBetween((await readLogStart(query)) ?? 0, (await readLogEnd(query)) ?? 0);
  const rooms = query.selectFrom('moved_room').select('stream_uuid as uuid').where('client_uuid', '=', client);
  for (const { uuid } of await rooms.execute()) {
    for (const table of logTables) {
      const ofDays = table === 'report' ? sql`${dayOfReceipt} = any(${days})` : sql`true`;
      await sql`delete from ${sql.table(table)} where stream_uuid = ${uuid} and ${ofDays}`.execute(query);
    }
    await sleep(pauseMs);
  }
  const places = movedPlacesOf(client);
  await query.transaction().execute(async (write) => {
    for (const { name, ofClient } of [...settlingTables, ...otherTables]) {
      await sql`delete from ${sql.table(name)} where ${ofClient(places)}`.execute(write);
    }
    await write.deleteFrom('moved_room').where('client_uuid', '=', client).execute();
    await write.deleteFrom('client_move').where('client_uuid', '=', client).execute();
  });
}
