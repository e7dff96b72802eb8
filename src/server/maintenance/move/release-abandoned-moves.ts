/** Releases the rooms of a client whose command to move it has ended before the client had moved. */
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { runRepeatedly } from '../../shared/run-repeatedly.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { moveLockKey, releaseRooms } from './move-state.ts';

const intervalMs = 1_000;

/** The command holds a lock while it runs. Whoever gets the lock knows that it does not run any more. */
async function releaseAbandonedMoves({ query }: Pick<Database, 'query'>): Promise<void> {
  const leaving = query.selectFrom('client_move').select('client_uuid as client').where('state', '=', 'leaving');
  for (const { client } of await leaving.execute()) {
    await query.transaction().execute(async (write) => {
      const { rows } = await sql<{ isFree: boolean }>`
        select pg_try_advisory_xact_lock(${moveLockKey(client)}) as "isFree"`.execute(write);
      if (rows[0]?.isFree === true) await releaseRooms(write, client);
    });
  }
}

/** Runs on PostgreSQL. On SQLite no client moves. */
export function runReleaseOfMoves(database: Database, log: WarnLog) {
  if (database.kind !== 'postgres') return undefined;
  return runRepeatedly(() => releaseAbandonedMoves(database), {
    intervalMs,
    isDelayed: true,
    onFailure: (error) => log.warn({ err: error }, 'moves of clients cannot be checked'),
  });
}
