/** A message about several alerts of a ward, as it stands on the phones of a person. */
import { isUnanswered } from '../../domain/notices/escalation.ts';
import type { Database } from '../database/database.ts';
import type { NoticeRow, Situation } from './create-notices.ts';
import type { MessagePart } from './send-notice.ts';

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
  const rows = await selectOpenOf(query, { recipient_id, ward_uuid }).where('is_grouped', '=', 1).execute();
  const uuids = new Set(rows.map(({ alert_uuid }) => alert_uuid));
  const alerts = [...uuids].flatMap((uuid) => open.get(uuid)?.alert ?? []);
  return { openCount: alerts.length, waitingCount: alerts.filter(isUnanswered).length };
}

/**
 * Whether the notice would withdraw a message about several alerts that one about other alerts of the ward has replaced
 * on the phone, because the notice is sent late.
 */
export async function isReplaced(query: Database['query'], situation: Situation, row: NoticeRow): Promise<boolean> {
  if (row.kind !== 'over' || row.is_grouped === 0) return false;
  return (await countGroupedAlerts(query, situation, row)).waitingCount > 0;
}

type Joined = ReadonlyMap<string, Pick<NoticeRow, 'uuid'>>;

/**
 * The notices of which the person knows already and whose alerts wait, by the uuid of the alert. A message about several
 * alerts replaces their notifications on the phone, so it counts them.
 */
export async function findJoined(
  query: Database['query'],
  { open }: Situation,
  parts: readonly [MessagePart, ...MessagePart[]],
): Promise<Joined> {
  const added = new Set(parts.map(({ row }) => row.alert_uuid));
  const rows = await selectOpenOf(query, parts[0].row).where('outcome', '=', 'accepted').execute();
  const isWaiting = (uuid: string) => {
    const alert = open.get(uuid)?.alert;
    return alert !== undefined && isUnanswered(alert) && !added.has(uuid);
  };
  return new Map(rows.filter(({ alert_uuid }) => isWaiting(alert_uuid)).map((row) => [row.alert_uuid, row]));
}

/** Stores that the alerts of these notices are now in a message about several. */
export async function joinGroup(query: Database['query'], joined: readonly Pick<NoticeRow, 'uuid'>[]): Promise<void> {
  if (joined.length === 0) return;
  const uuids = joined.map(({ uuid }) => uuid);
  await query.updateTable('notice').set({ is_grouped: 1 }).where('uuid', 'in', uuids).execute();
}

function selectOpenOf(
  query: Database['query'],
  { recipient_id, ward_uuid }: Pick<NoticeRow, 'recipient_id' | 'ward_uuid'>,
) {
  return query
    .selectFrom('notice')
    .select(['uuid', 'alert_uuid'])
    .where('ward_uuid', '=', ward_uuid)
    .where('recipient_kind', '=', 'person')
    .where('recipient_id', '=', recipient_id)
    .where('kind', '=', 'alert')
    .where('is_open', '=', 1);
}
