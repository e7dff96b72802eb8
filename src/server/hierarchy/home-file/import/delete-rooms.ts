import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { DatabaseKind } from '../../../database/database.ts';
import { isIn } from '../../../database/is-in.ts';
import type { Schema } from '../../../database/schema.ts';
import { OperatorError } from '../../../shared/operator-error.ts';
import { reasonOf } from '../../../shared/reason.ts';
import type { StreamNode } from '../home.ts';
import { endAlerts } from './end-alerts.ts';

/** The entries that the watchdog wrote for a removed stream stay in the report log, until they are pruned. */
export async function deleteRooms(
  { kind, write }: { readonly kind: DatabaseKind; readonly write: Transaction<Schema> },
  rooms: readonly StreamNode[],
  now: number,
): Promise<void> {
  const uuids = rooms.map(({ uuid }) => uuid);
  await endAlerts({ kind, write }, uuids, 'room-removed', now);
  await write
    .deleteFrom('observation')
    .where(isIn(kind, 'stream_uuid', uuids))
    .execute();
  const deletion = write
    .deleteFrom('stream')
    .where(isIn(kind, 'uuid', uuids))
    .where('has_reports', '=', 0);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  await setImmediate();
  if (numDeletedRows === BigInt(uuids.length)) return;
  const kept = write
    .selectFrom('stream')
    .select('display_name as displayName')
    .where(isIn(kind, 'uuid', uuids));
  const reported = await kept.limit(1).executeTakeFirst();
  if (reported === undefined) return;
  throw new FirstReportError(reported.displayName);
}

/** A room that was to be removed has just sent its first report, so it must stay. */
export class FirstReportError extends OperatorError {
  readonly room: string;

  constructor(room: string) {
    super(reasonOf('first-report', { name: room }).reason);
    this.room = room;
  }
}
