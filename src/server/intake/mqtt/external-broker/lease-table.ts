/** The lease of the reader in the database. The table `mqtt_reader` has one row at most. */
import type { Database } from '../../../database/database.ts';
import type { LeaseRow } from './reader-lease.ts';

export interface LeaseTable {
  /** False: the holder has lost the lease, or never had it. */
  renew(holder: string): Promise<boolean>;
  /** Creates the row, with a new client id, if there is none. */
  read(): Promise<LeaseRow>;
  /** False: the row has changed since it was read. */
  takeOver(row: LeaseRow, holder: string): Promise<boolean>;
  release(holder: string): Promise<void>;
}

/** The only row. */
const id = 1;

export function createLeaseTable(database: Pick<Database, 'query'>): LeaseTable {
  const update = () => database.query.updateTable('mqtt_reader').where('id', '=', id);
  return {
    renew: async (holder) => {
      const renewed = update()
        .where('holder', '=', holder)
        .set((row) => ({ beat: row('beat', '+', 1) }));
      return (await renewed.executeTakeFirst()).numUpdatedRows > 0n;
    },
    read: async () => {
      // A random id, so that two installations at one broker do not share a session.
      const clientId = `room-status-${crypto.randomUUID()}`;
      const find = database.query.selectFrom('mqtt_reader').select(['client_id as clientId', 'holder', 'beat']);
      const found = await find.executeTakeFirst();
      if (found !== undefined) return found;
      const row = { id, client_id: clientId, holder: '', beat: 0 };
      await database.query
        .insertInto('mqtt_reader')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return find.executeTakeFirstOrThrow();
    },
    takeOver: async ({ holder: previous, beat }, holder) => {
      const taken = update()
        .where('holder', '=', previous)
        .where('beat', '=', beat)
        .set({ holder, beat: beat + 1 });
      return (await taken.executeTakeFirst()).numUpdatedRows > 0n;
    },
    release: async (holder) => void (await update().where('holder', '=', holder).set({ holder: '' }).execute()),
  };
}
