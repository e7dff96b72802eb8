/** A message about several alerts of a ward, as it stands on the phones of a person. */
import { isUnanswered } from '../../domain/notices/escalation.ts';
import type { Database } from '../database/database.ts';
import type { NoticeRow, Situation } from './create-notices.ts';

interface GroupedAlerts {
  /** The number of alerts of the message that are open, and of those that nobody has answered. */
  readonly openCount: number;
  readonly waitingCount: number;
}

/** Whether the notice says what became of a message about several alerts, of which others may still wait. */
export function isUpdateOfGroup({ kind, is_grouped }: Pick<NoticeRow, 'kind' | 'is_grouped'>): boolean {
  return kind === 'answered' && is_grouped === 1;
}

export async function countGroupedAlerts(
  query: Database['query'],
  { open }: Situation,
  { recipient_id, ward_uuid }: Pick<NoticeRow, 'recipient_id' | 'ward_uuid'>,
): Promise<GroupedAlerts> {
  const rows = await query
    .selectFrom('notice')
    .select('alert_uuid')
    .distinct()
    .where('ward_uuid', '=', ward_uuid)
    .where('recipient_kind', '=', 'person')
    .where('recipient_id', '=', recipient_id)
    .where('kind', '=', 'alert')
    .where('is_grouped', '=', 1)
    .where('is_open', '=', 1)
    .execute();
  const alerts = rows.flatMap(({ alert_uuid }) => open.get(alert_uuid)?.alert ?? []);
  return { openCount: alerts.length, waitingCount: alerts.filter(isUnanswered).length };
}
