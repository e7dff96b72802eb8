/** Stores that a chain is over and nobody was reached: a notice with the recipient `nobody`, which is never sent. */
import { isChainOver } from '../../domain/notices/escalation.ts';
import type { Database } from '../database/database.ts';
import { alertNoticeOf, type NoticeRow, noticeKey, type Situation } from './create-notices.ts';

type Query = Database['query'];
type Chain = Pick<NoticeRow, 'alert_uuid' | 'raised_at'>;

const nobody = { recipient_kind: 'nobody', recipient_id: '', recipient_name: null } as const;

/**
 * Opens a notice for each alert whose chain reached nobody, and closes those of alerts that are answered, over or known
 * to somebody now. Returns the wards whose boards show something else.
 */
export async function followUnreached(query: Query, situation: Situation): Promise<readonly string[]> {
  const unreached = await findUnreached(query, situation);
  const shown = await query
    .selectFrom('notice')
    .select(['uuid', 'alert_uuid', 'raised_at', 'ward_uuid'])
    .where('is_open', '=', 1)
    .where('recipient_kind', '=', 'nobody')
    .execute();
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

async function findUnreached(query: Query, { open, chainOf, now }: Situation) {
  const ended = [...open.values()].filter(({ alert, place }) => isChainOver(chainOf(place.wardUUID), alert, now));
  if (ended.length === 0) return [];
  const uuids = ended.map(({ alert }) => alert.uuid);
  const reached = await query
    .selectFrom('notice')
    .select(['alert_uuid', 'raised_at'])
    .where('alert_uuid', 'in', uuids)
    .where('kind', '=', 'alert')
    // A message that is still being sent may reach somebody. One that is obsolete has reached nobody.
    .where(({ or, eb }) => or([eb('outcome', 'is', null), eb('outcome', '=', 'accepted')]))
    .execute();
  const chains = new Set(reached.map(keyOf));
  return ended
    .map((placed) => alertNoticeOf(placed, nobody, now))
    .map((notice) => ({ ...notice, due_at: null, outcome: 'failed' as const, reason: 'nobody' }))
    .filter((notice) => !chains.has(keyOf(notice)));
}

function keyOf({ alert_uuid, raised_at }: Chain): string {
  return `${alert_uuid} ${raised_at}`;
}
