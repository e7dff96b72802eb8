/** Stores that a chain is over and nobody was reached: a notice with the recipient `nobody`, which is never sent. */
import { isChainOver } from '../../domain/notices/escalation.ts';
import type { Database } from '../database/database.ts';
import { alertKeyOf, alertNoticeOf, type NoticeRow, noticeKey, type Situation } from './create-notices.ts';

type Query = Database['query'];
type Chain = Pick<NoticeRow, 'alert_uuid' | 'raised_at'>;

const nobody = { recipient_kind: 'nobody', recipient_id: '', recipient_name: null } as const;

/**
 * Opens a notice for each alert whose chain reached nobody, and closes those of alerts that are answered, over or known
 * to somebody now. `notices`: the open notices. Returns the wards whose boards show something else.
 */
export async function followUnreached(
  query: Query,
  situation: Situation,
  notices: readonly NoticeRow[],
): Promise<readonly string[]> {
  const unreached = findUnreached(situation, notices);
  const shown = notices.filter(({ recipient_kind }) => recipient_kind === 'nobody');
  const [wanted, present] = [new Set(unreached.map(keyOf)), new Set(shown.map(keyOf))];
  const opened = unreached.filter((notice) => !present.has(keyOf(notice)));
  const closed = shown.filter((notice) => !wanted.has(keyOf(notice)));
  for (const notice of opened) {
    // It is stored already if somebody who is not reached either had gone on duty in between.
    const insert = query.insertInto('notice').values(notice);
    await insert.onConflict((conflict) => conflict.columns(noticeKey).doUpdateSet({ is_open: 1 })).execute();
  }
  const uuids = closed.map(({ uuid }) => uuid);
  if (uuids.length > 0) await query.updateTable('notice').set({ is_open: 0 }).where('uuid', 'in', uuids).execute();
  return [...new Set([...opened, ...closed].map(({ ward_uuid }) => ward_uuid))];
}

function findUnreached({ open, chainOf, now }: Situation, notices: readonly NoticeRow[]) {
  const ended = [...open.values()].filter(({ alert, place }) => isChainOver(chainOf(place), alert, now));
  // A message that is still being sent may reach somebody. One that is obsolete has reached nobody.
  const reached = notices.filter(({ outcome }) => outcome === null || outcome === 'accepted');
  const chains = new Set(reached.map(keyOf));
  return ended
    .filter((placed) => !chains.has(keyOf(alertKeyOf(placed))))
    .map((placed) => alertNoticeOf(placed, nobody, now))
    .map((notice) => ({ ...notice, due_at: null, outcome: 'failed' as const, reason: 'nobody' }));
}

function keyOf({ alert_uuid, raised_at }: Chain): string {
  return `${alert_uuid} ${raised_at}`;
}
