/** The messages about alerts that were not delivered in the last days. */
import type * as z from 'zod/mini';
import { type UndeliveredNotice, undeliveredDays } from '../../contract/notices/notices.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { isUnanswered } from '../../domain/notices/escalation.ts';
import { isPlaceCovered, type Scope } from '../../domain/user.ts';
import { listContacts } from '../contacts/contact-store.ts';
import type { Database } from '../database/database.ts';
import { isVisibleWard } from '../rights/visible.ts';
import type { NoticeRow } from './create-notices.ts';
import { createOpenAlertReader, readEndedAlerts } from './open-alerts.ts';
import type { MessagePart } from './send-notice.ts';

type Query = Database['query'];

/** A failed notice with its alert. */
export interface UndeliveredPart extends MessagePart {
  readonly progress: 'waiting' | 'answered' | 'over';
  /** What the recipient would be sent now. Undefined: nothing. */
  readonly kindNow: NoticeRow['kind'] | undefined;
}

export interface UndeliveredMessage {
  readonly uuid: string;
  readonly parts: readonly [UndeliveredPart, ...UndeliveredPart[]];
}

/** A message about several alerts has a row for each. */
const maxRows = 1_000;
const maxMessages = 100;

/**
 * Reads the messages, the newest first. `managed`: the scopes of the manager. Messages are about contacts and staff of a
 * location, so a manager of one ward sees none. `uuid`: reads this message only.
 */
export async function readUndelivered(
  query: Query,
  { managed, now, uuid }: { readonly managed: readonly Scope[]; readonly now: number; readonly uuid?: string },
): Promise<readonly UndeliveredMessage[]> {
  const scopes = managed.filter(({ kind }) => kind !== 'ward');
  const failed = query
    .selectFrom('notice')
    .selectAll()
    .where('outcome', '=', 'failed')
    .where('recipient_kind', '<>', 'nobody')
    .where('created_at', '>', now - undeliveredDays * 86_400_000)
    .where('ward_uuid', 'in', (sql) => sql.selectFrom('ward').select('ward.uuid').where(isVisibleWard(scopes)))
    .$if(uuid !== undefined, (all) => all.where('message_uuid', '=', uuid ?? null));
  const rows = await failed.orderBy('created_at', 'desc').orderBy('uuid').limit(maxRows).execute();
  if (rows.length === 0) return [];
  const open = await createOpenAlertReader(query)();
  const uuids = rows.map((row) => row.alert_uuid).filter((alert) => !open.has(alert));
  const ended = await readEndedAlerts(query, uuids);
  const contacts = new Set((await listContacts(query)).map((contact) => contact.uuid));
  const parts = rows.flatMap((row): UndeliveredPart[] => {
    const alert = open.get(row.alert_uuid);
    const placed = alert ?? ended.get(row.alert_uuid);
    // The room may have moved to a place of which the manager must not see anything.
    if (placed === undefined || !isPlaceCovered(scopes, placed.place)) return [];
    const progress = alert === undefined ? 'over' : isUnanswered(alert.alert) ? 'waiting' : 'answered';
    const isRemoved = row.recipient_kind === 'contact' && !contacts.has(row.recipient_id);
    const kindNow = isRemoved ? undefined : kindNowOf(row, progress);
    return [{ row, placed, progress, kindNow }];
  });
  const messages = Map.groupBy(parts, ({ row }) => row.message_uuid ?? row.uuid);
  return [...messages]
    .slice(0, maxMessages)
    .flatMap(([message, [first, ...others]]) =>
      first === undefined ? [] : { uuid: message, parts: [first, ...others] },
    );
}

/**
 * A contact that has not heard of an alert gets its present state. A phone on which there is no notification has none
 * to replace or to withdraw.
 */
function kindNowOf({ kind, recipient_kind }: NoticeRow, progress: UndeliveredPart['progress']) {
  const now = progress === 'waiting' ? 'alert' : progress;
  return now === kind || (kind === 'alert' && recipient_kind === 'contact') ? now : undefined;
}

export function undeliveredOnWire({ uuid, parts }: UndeliveredMessage): z.output<typeof UndeliveredNotice> {
  const [{ row, placed }] = parts;
  return {
    uuid,
    at: toIsoTime(row.created_at),
    recipient: { kind: row.recipient_kind === 'person' ? 'person' : 'contact', name: row.recipient_name },
    place: [placed.client, placed.location, placed.ward],
    alerts: parts.map(({ placed: { alert, room }, progress }) => ({
      room,
      status: alert.status,
      raisedAt: toIsoTime(alert.startedAt),
      progress,
    })),
    attempts: row.attempts,
    reason: row.reason ?? 'server-error',
    canSendAgain: parts.some(({ kindNow }) => kindNow !== undefined),
  };
}
