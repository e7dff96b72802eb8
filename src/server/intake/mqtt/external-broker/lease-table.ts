/** The leases in the database: each work at an external broker is done by one process. */
import type { Database } from '../../../database/database.ts';

export interface LeaseRow {
  readonly clientId: string;
  /** Id of the process that holds the lease. Empty if no process holds it. */
  readonly holder: string;
  /** A counter that rises with each renewal, so that no clocks of different machines are compared. */
  readonly beat: number;
}

/** The work that needs a lease, with its row in the table `mqtt_reader`. */
const rowIds = { read: 1, publish: 2 };

export type BrokerWork = keyof typeof rowIds;

export type LeaseTable = ReturnType<typeof createLeaseTable>;

export function createLeaseTable(database: Pick<Database, 'query'>, work: BrokerWork) {
  const id = rowIds[work];
  const update = (holder: string) =>
    database.query.updateTable('mqtt_reader').where('id', '=', id).where('holder', '=', holder);
  return {
    work,
    /** Creates the row if there is none, with a random client id: two installations at one broker share no session. */
    read: async (): Promise<LeaseRow> => {
      const rows = database.query.selectFrom('mqtt_reader').where('id', '=', id);
      const find = rows.select(['client_id as clientId', 'holder', 'beat']);
      const found = await find.executeTakeFirst();
      if (found !== undefined) return found;
      const row = { id, client_id: `room-status-${crypto.randomUUID()}`, holder: '', beat: 0 };
      const insert = database.query.insertInto('mqtt_reader').values(row);
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
      return find.executeTakeFirstOrThrow();
    },
    /** Takes or renews the lease. Resolves with false if the row has changed since it was read. */
    take: async ({ holder: previous, beat }: LeaseRow, holder: string): Promise<boolean> => {
      const taken = update(previous)
        .where('beat', '=', beat)
        .set({ holder, beat: beat + 1 });
      return (await taken.executeTakeFirst()).numUpdatedRows > 0n;
    },
    release: async (holder: string): Promise<void> => void (await update(holder).set({ holder: '' }).execute()),
  };
}
