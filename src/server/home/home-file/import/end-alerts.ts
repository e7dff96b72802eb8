import type { Selectable, Transaction } from 'kysely';
import { endUnmonitoredAlerts, type UnmonitoredReason } from '../../../../domain/alerts/alert-actions.ts';
import { applyTransitions } from '../../../../domain/alerts/alert.ts';
import { splitIntoBatches } from '../../../database/batches.ts';
import type { DatabaseKind } from '../../../database/database.ts';
import { isInList } from '../../../database/is-in-list.ts';
import { toAlertColumns, toAlertEventRow, parseAlerts, parseHold } from '../../../database/open-alerts.ts';
import type { Schema } from '../../../database/schema.ts';

/** Ends the alerts of rooms that are set INACTIVE or removed, with an entry in their history. */
export async function endAlerts(
  { kind, write }: { readonly kind: DatabaseKind; readonly write: Transaction<Schema> },
  uuids: readonly string[],
  reason: UnmonitoredReason,
  now: number,
): Promise<void> {
  for (const batch of splitIntoBatches(uuids)) {
    const rooms = write
      .selectFrom('stream')
      .select(['uuid', 'open_alerts', 'alert_hold'])
      .where(isInList(kind, 'uuid', batch));
    // Locks all rooms on PostgreSQL, so that no report opens an alert before the commit. SQLite runs one transaction at
    // a time.
    const locked = kind === 'sqlite' ? rooms.where('open_alerts', 'is not', null) : rooms.forUpdate();
    const rows = await locked.execute();
    for (const row of rows) await endAlertsOf(write, row, reason, now);
  }
}

type AlertColumns = Pick<Selectable<Schema['stream']>, 'uuid' | 'open_alerts' | 'alert_hold'>;

async function endAlertsOf(
  write: Transaction<Schema>,
  { uuid, open_alerts, alert_hold }: AlertColumns,
  reason: UnmonitoredReason,
  now: number,
): Promise<void> {
  const open = parseAlerts(open_alerts);
  const transitions = endUnmonitoredAlerts(open, reason, now);
  if (transitions.length === 0) return;
  await write.insertInto('alert_event').values(transitions.map(toAlertEventRow)).execute();
  const columns = toAlertColumns(applyTransitions(open, transitions), parseHold(alert_hold));
  await write
    .updateTable('stream')
    .set(({ eb }) => ({ ...columns, alert_revision: eb('alert_revision', '+', 1) }))
    .where('uuid', '=', uuid)
    .execute();
}
