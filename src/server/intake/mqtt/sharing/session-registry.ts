/** Which sessions the processes of one database have at their broker, and which of them somebody still speaks for. */
import * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { retryOnConflict } from '../../../database/retry-on-conflict.ts';

export interface SharedSession {
  readonly clientId: string;
  /** Which process speaks for it; another one after each start. */
  readonly holder: string;
  /** Moves as long as the holder lives. */
  readonly beat: number;
  /** Of what it has subscribed to. */
  readonly filters: readonly string[];
}

export type SessionRegistry = ReturnType<typeof createSessionRegistry>;

/** `holder`: this process. Everything throws what the database throws. */
export function createSessionRegistry(database: Pick<Database, 'query' | 'isConflict'>, holder: string) {
  return {
    holder,

    /** Our own is ours, whoever took it over meanwhile. */
    say: async (clientId: string, filters: readonly string[]): Promise<void> => {
      const row = { holder, filters: JSON.stringify(filters), is_leaving: 0 };
      await database.query
        .insertInto('mqtt_session')
        .values({ client_id: clientId, beat: 1, ...row })
        .onConflict((conflict) =>
          conflict.column('client_id').doUpdateSet((is) => ({ ...row, beat: is('mqtt_session.beat', '+', 1) })),
        )
        .execute();
    },

    /** False: it is another's by now. */
    keep: async (clientId: string): Promise<boolean> => {
      const { numUpdatedRows } = await database.query
        .updateTable('mqtt_session')
        .set((is) => ({ beat: is('beat', '+', 1) }))
        .where('client_id', '=', clientId)
        .where('holder', '=', holder)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Takes over what still is as it was seen. False: another one was quicker, or its own process is back. */
    claim: async ({ clientId, holder: before, beat }: SharedSession): Promise<boolean> => {
      const { numUpdatedRows } = await database.query
        .updateTable('mqtt_session')
        .set({ holder, beat: beat + 1, is_leaving: 1 })
        .where('client_id', '=', clientId)
        .where('holder', '=', before)
        .where('beat', '=', beat)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    all: async (): Promise<readonly SharedSession[]> => {
      const rows = await database.query.selectFrom('mqtt_session').selectAll().execute();
      return rows.map(({ client_id, filters, ...row }) => ({
        clientId: client_id,
        holder: row.holder,
        beat: row.beat,
        filters: z.array(z.string()).parse(JSON.parse(filters)),
      }));
    },

    /** False: nobody else would have what is published from now on, so that ours has to stay. */
    leave: (clientId: string): Promise<boolean> =>
      retryOnConflict(database, () =>
        database.query.transaction().execute(async (transaction) => {
          // One after the other: two that leave at once must not count on each other.
          await transaction
            .updateTable('mqtt_session')
            .set((is) => ({ beat: is('beat', '+', 1) }))
            .where('client_id', '=', (is) =>
              is.selectFrom('mqtt_session').select((min) => min.fn.min('client_id').as('id')),
            )
            .execute();
          const others = transaction.selectFrom('mqtt_session').select('client_id').where('client_id', '!=', clientId);
          if ((await others.where('is_leaving', '=', 0).execute()).length === 0) return false;
          await transaction
            .updateTable('mqtt_session')
            .set({ is_leaving: 1 })
            .where('client_id', '=', clientId)
            .where('holder', '=', holder)
            .execute();
          return true;
        }),
      ),

    remove: async (clientId: string): Promise<void> => {
      await database.query
        .deleteFrom('mqtt_session')
        .where('client_id', '=', clientId)
        .where('holder', '=', holder)
        .execute();
    },
  };
}
