/** Decides what those who know of an alert must be told next, and stores it before it is sent. */
import type { Alert } from '../../domain/alerts/alert.ts';
import { isUnanswered } from '../../domain/notices/escalation.ts';
import type { Database } from '../database/database.ts';
import {
  insertNotices,
  keyOf,
  type NewNotice,
  newNotice,
  noticeKey,
  type NoticeRow,
  type Situation,
} from './create-notices.ts';

type Query = Database['query'];

/**
 * Stores what those who got a message about an alert must know now: somebody has answered it, or it is over. `stored`: the
 * open notices.
 */
export async function followNotices(
  query: Query,
  { open, now }: Situation,
  stored: readonly NoticeRow[],
): Promise<void> {
  const waiting = new Set(stored.filter((row) => row.is_grouped === 1 && isWaiting(open, row)).map(groupOf));
  const followed: NewNotice[] = [];
  const ended: string[] = [];
  // A row that is not settled is judged before it is sent.
  for (const row of stored.filter(({ outcome }) => outcome !== null)) {
    const placed = open.get(row.alert_uuid);
    if (placed?.isFrozen === true) continue;
    const follower = followerOf(row, placed?.alert, waiting, now);
    if (follower !== undefined && row.outcome === 'accepted') followed.push(follower);
    if (follower?.kind === 'over') ended.push(row.uuid);
  }
  await insertNotices(query, await withoutStored(query, followed));
  if (ended.length > 0) await query.updateTable('notice').set({ is_open: 0 }).where('uuid', 'in', ended).execute();
}

/** Leaves out what is stored: an answered alert stays open, so each check finds its answer again. */
async function withoutStored(query: Query, notices: readonly NewNotice[]): Promise<readonly NewNotice[]> {
  if (notices.length === 0) return [];
  const uuids = [...new Set(notices.map(({ alert_uuid }) => alert_uuid))];
  const stored = await query.selectFrom('notice').select(noticeKey).where('alert_uuid', 'in', uuids).execute();
  const keys = new Set(stored.map(keyOf));
  return notices.filter((notice) => !keys.has(keyOf(notice)));
}

/**
 * A message to a person about several alerts says how many still wait. It is withdrawn when its alert is over and none of
 * the others waits for an answer. `waiting`: the groups in which one does. Undefined: there is nothing to say now.
 */
function followerOf(
  row: NoticeRow,
  alert: Alert | undefined,
  waiting: ReadonlySet<string>,
  now: number,
): NewNotice | undefined {
  const isGrouped = row.is_grouped === 1;
  const follower = { ...row, ...newNotice(now), outcome: null, reason: null };
  if (alert !== undefined && isUnanswered(alert)) return undefined;
  const isWithdrawn = alert === undefined && !(isGrouped && waiting.has(groupOf(row)));
  if (isWithdrawn) return { ...follower, kind: 'over', raised_at: 0 };
  // Only the number changes, so each alert is one update, whoever answers it.
  if (isGrouped || alert === undefined) return { ...follower, kind: 'answered' };
  // Each answer is one message, also when another person goes.
  return { ...follower, kind: 'answered', raised_at: alert.since };
}

/** A person has one message about several alerts of a ward. */
function groupOf({ recipient_id, ward_uuid }: NoticeRow): string {
  return `${recipient_id} ${ward_uuid}`;
}

function isWaiting(open: Situation['open'], { alert_uuid }: NoticeRow): boolean {
  const alert = open.get(alert_uuid)?.alert;
  return alert !== undefined && isUnanswered(alert);
}
