/** Sends the stored messages about alerts. */
import { isUnanswered } from '../../domain/notices/escalation.ts';
import type { Delivery } from '../../domain/notices/delivery.ts';
import type { Database } from '../database/database.ts';
import { errorMessageOf } from '../shared/error-message.ts';
import type { NoticeRow, Situation } from './create-notices.ts';
import { type PlacedAlert, readEndedAlert } from './open-alerts.ts';

type Query = Database['query'];

/** A message to one recipient about one or several alerts of a ward. */
export interface OutgoingNotice {
  /** The same when the message is sent again. */
  readonly id: string;
  readonly kind: NoticeRow['kind'];
  readonly alerts: readonly [PlacedAlert, ...PlacedAlert[]];
  /** Whether the recipient gets one message about all unanswered alerts of the ward. */
  readonly isGrouped: boolean;
  readonly now: number;
}

export interface NoticeSenders {
  readonly toPerson: (subject: string, notice: OutgoingNotice) => Promise<Delivery>;
  readonly toContact: (uuid: string, notice: OutgoingNotice) => Promise<Delivery>;
}

interface DeliveryOptions {
  readonly query: Query;
  readonly senders: NoticeSenders;
  readonly now: () => number;
}

/** If a process ends while it sends, another one sends the message again after this time. */
const leaseMs = 30_000;
const maxAttempts = 4;
const retryMs = 5_000;
const maxRows = 1_000;

/** Starts to send all notices that are due, and resolves to the deliveries that run. */
export async function startDeliveries(
  options: DeliveryOptions,
  situation: Situation,
): Promise<readonly Promise<void>[]> {
  const { query } = options;
  const due = query.selectFrom('notice').selectAll().where('due_at', '<=', situation.now);
  const rows = await due.orderBy('created_at').limit(maxRows).execute();
  const groups = Map.groupBy(rows, (row) =>
    [row.kind, row.recipient_kind, row.recipient_id, row.ward_uuid, row.kind === 'answered' ? row.alert_uuid : ''].join(
      ' ',
    ),
  );
  return [...groups.values()].map((group) => deliver(options, situation, group));
}

async function deliver(options: DeliveryOptions, situation: Situation, rows: readonly NoticeRow[]): Promise<void> {
  const { query, now } = options;
  const claimed: NoticeRow[] = [];
  for (const row of rows) if (await claim(query, row, now())) claimed.push(row);
  const current: { readonly row: NoticeRow; readonly placed: PlacedAlert }[] = [];
  for (const row of claimed) {
    const placed = await subjectOf(query, situation, row);
    if (placed === undefined) await settle(query, [row], { outcome: 'obsolete' });
    else current.push({ row, placed });
  }
  const [first, ...others] = current;
  if (first === undefined) return;
  const isGrouped = others.length > 0 || first.row.is_grouped === 1;
  const notice: OutgoingNotice = {
    id: first.row.uuid,
    kind: first.row.kind,
    alerts: [first.placed, ...others.map(({ placed }) => placed)],
    isGrouped,
    now: now(),
  };
  const delivery = await send(options, situation, first.row, notice);
  const sent = current.map(({ row }) => row);
  if (delivery.outcome === 'accepted')
    await settle(query, sent, { outcome: 'accepted', is_grouped: Number(isGrouped) });
  else await settleFailure(options, sent, delivery);
}

/** Whoever changes `due_at` first sends the notice. */
async function claim(query: Query, { uuid, due_at, attempts }: NoticeRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('notice')
    .set({ due_at: now + leaseMs, attempts: attempts + 1 })
    .where('uuid', '=', uuid)
    .where('due_at', '=', due_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The alert of a notice. Undefined: the notice is obsolete. */
async function subjectOf(query: Query, { open }: Situation, row: NoticeRow): Promise<PlacedAlert | undefined> {
  const placed = open.get(row.alert_uuid);
  if (row.kind === 'over') return placed ?? readEndedAlert(query, row.alert_uuid, row.stream_uuid);
  if (placed === undefined) return undefined;
  const isCurrent = isUnanswered(placed.alert) && placed.alert.since === row.raised_at;
  return isCurrent === (row.kind === 'alert') ? placed : undefined;
}

async function send(
  { senders }: DeliveryOptions,
  { people }: Situation,
  { kind, recipient_kind, recipient_id }: NoticeRow,
  notice: OutgoingNotice,
): Promise<Delivery> {
  const [{ place }] = notice.alerts;
  const mayKnow = people.some((person) => person.subject === recipient_id && person.maySee(place));
  // Whoever went off duty still learns that an alert is over.
  if (recipient_kind === 'person' && kind === 'alert' && !mayKnow) {
    return { outcome: 'failed', reason: 'off-duty', isFinal: true, retryAfterMs: null };
  }
  try {
    return await (recipient_kind === 'person' ? senders.toPerson : senders.toContact)(recipient_id, notice);
  } catch (error) {
    return { outcome: 'failed', reason: errorMessageOf(error), isFinal: false, retryAfterMs: null };
  }
}

async function settleFailure(
  { query, now }: DeliveryOptions,
  rows: readonly NoticeRow[],
  { reason, isFinal, retryAfterMs }: Extract<Delivery, { outcome: 'failed' }>,
): Promise<void> {
  for (const row of rows) {
    const attempts = row.attempts + 1;
    if (isFinal || attempts >= maxAttempts) {
      await settle(query, [row], { outcome: 'failed', reason });
      continue;
    }
    const due_at = now() + Math.max(retryMs * attempts, retryAfterMs ?? 0);
    await query.updateTable('notice').set({ due_at, reason }).where('uuid', '=', row.uuid).execute();
  }
}

async function settle(
  query: Query,
  rows: readonly NoticeRow[],
  change: Pick<NoticeRow, 'outcome'> & Partial<Pick<NoticeRow, 'reason' | 'is_grouped'>>,
): Promise<void> {
  const uuids = rows.map(({ uuid }) => uuid);
  await query
    .updateTable('notice')
    .set({ ...change, due_at: null })
    .where('uuid', 'in', uuids)
    .execute();
}
