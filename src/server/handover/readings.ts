/** Who has read the handover of a shift. */
import type { Transaction } from 'kysely';
import type { AlertUser } from '../../domain/alerts/alert.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

/** The readers of the handover with their latest times, the first one first. */
export async function readReadings(query: Database['query'], wardUUID: string, shift: TimeSpan) {
  const rows = await query
    .selectFrom('handover_reading')
    .select(['at', 'subject', 'display_name as displayName'])
    .where('ward_uuid', '=', wardUUID)
    .where('shift_from_at', '>=', shift.from)
    .where('shift_from_at', '<', shift.to)
    .orderBy('at')
    .execute();
  // A change of the shifts can put two marks of one person into one shift.
  const latest = rows.filter(({ subject }, index) => rows.findLastIndex((row) => row.subject === subject) === index);
  return latest.map(({ at, subject, displayName }) => ({
    at: toIsoTime(at),
    by: { kind: 'user' as const, subject, displayName },
  }));
}

interface Reading {
  readonly wardUUID: string;
  /** Epoch milliseconds. */
  readonly shiftFrom: number;
  readonly at: number;
  readonly by: AlertUser;
}

export async function storeReading(query: Transaction<Schema>, { wardUUID, shiftFrom, at, by }: Reading) {
  const { subject, displayName: display_name } = by;
  await query
    .insertInto('handover_reading')
    .values({ ward_uuid: wardUUID, shift_from_at: shiftFrom, subject, display_name, at })
    .onConflict((conflict) =>
      conflict.columns(['ward_uuid', 'shift_from_at', 'subject']).doUpdateSet({ at, display_name }),
    )
    .execute();
}
