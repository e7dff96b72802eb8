/**
 * Stores the outcomes of changes, for callers that lost the response. The insert into the table decides whether a
 * change or the query for its outcome came first.
 */
import type * as z from 'zod/mini';
import {
  type changeOutcomeEndpoints,
  outcomeRetentionMs,
  repeatedChangeReason,
} from '../../../contract/change-outcome.ts';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../shared/app-error.ts';

/** The stored status of a change whose caller asked for the outcome before the change arrived. */
const notReceived = 0;

/** Identifies a change: its user, and the idempotency key that the caller has chosen. */
export interface ChangeId {
  readonly subject: string;
  readonly id: string;
}

type Outcome = z.output<typeof changeOutcomeEndpoints.settleChange.response>;

export interface ChangeOutcomes {
  /** Call it before a change. Throws AppError `conflict` when the id was already used or queried. */
  start(change: ChangeId): Promise<void>;
  /** Call it with the response. `answer`: its body; null if the body must not be stored. */
  keep(change: ChangeId, answered: { readonly status: number; readonly answer: string | null }): Promise<void>;
  /** Returns the outcome of a change. A change that has not arrived yet is refused when it arrives. */
  settle(change: ChangeId): Promise<Outcome>;
}

/** `now` returns epoch milliseconds. */
export function createChangeOutcomes({
  database: { query },
  now,
}: {
  readonly database: Pick<Database, 'query'>;
  readonly now: () => number;
}): ChangeOutcomes {
  /** Inserts the row of a change. Returns false when the id exists already. */
  async function insert(change: ChangeId, status: number | null): Promise<boolean> {
    await query
      .deleteFrom('change_outcome')
      .where('started_at', '<', now() - outcomeRetentionMs)
      .execute();
    const { numInsertedOrUpdatedRows: count = 0n } = await query
      .insertInto('change_outcome')
      .values({ ...change, started_at: now(), status, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return count > 0n;
  }

  return {
    async start(change) {
      if (await insert(change, null)) return;
      const detail = 'A change with this Idempotency-Key was sent before, or its outcome was asked for.';
      throw new AppError('conflict', { detail, members: { reason: repeatedChangeReason } });
    },
    async keep({ subject, id }, { status, answer }) {
      await query
        .updateTable('change_outcome')
        .set({ status, answer })
        .where('subject', '=', subject)
        .where('id', '=', id)
        .execute();
    },
    async settle(change) {
      const isNew = await insert(change, notReceived);
      const { subject, id } = change;
      const row = await query
        .selectFrom('change_outcome')
        .select(['status', 'answer'])
        .where('subject', '=', subject)
        .where('id', '=', id)
        .executeTakeFirst();
      if (isNew || row === undefined || row.status === notReceived)
        return { state: 'not-received', status: null, answer: null };
      return { ...row, state: row.status === null ? 'running' : 'answered' };
    },
  };
}
