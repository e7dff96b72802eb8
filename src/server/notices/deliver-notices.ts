/** Sends the stored messages about alerts. */
import type { ExpressionBuilder } from 'kysely';
import { isUnanswered, unansweredSince } from '../../domain/notices/escalation.ts';
import { type Delivery, type FailedDelivery, failedDelivery } from '../../domain/notices/delivery.ts';
import type { Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { WarnLog } from '../shared/throttled-log.ts';
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

export interface DeliveryOptions {
  readonly query: Query;
  readonly senders: NoticeSenders;
  /** Whether somebody who was on duty may see the place now. */
  readonly maySee: (subject: string, place: Required<Place>) => Promise<boolean>;
  /** Called when what boards show about the messages of these wards has changed. */
  readonly onChanged: (wardUuids: readonly string[]) => void;
  readonly now: () => number;
  readonly log: WarnLog;
}

/** If a process ends while it sends, another one sends the message again after this time. */
const leaseMs = 30_000;
const maxAttempts = 4;
const retryMs = 5_000;
/** A longer wait means that the clock was set back. */
const maxWaitMs = 60_000;
const maxRows = 1_000;

/** Starts to send all notices that are due, and resolves to the deliveries that run. */
export async function startDeliveries(
  options: DeliveryOptions,
  situation: Situation,
): Promise<readonly Promise<void>[]> {
  const { query } = options;
  const due = query.selectFrom('notice').selectAll().where(isDue(situation.now));
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
  const claimed = await claim(query, rows, now());
  const current: { readonly row: NoticeRow; readonly placed: PlacedAlert }[] = [];
  for (const row of claimed) {
    const placed = await subjectOf(query, situation, row);
    if (placed === undefined) await settle(query, [row], { outcome: 'obsolete' });
    else current.push({ row, placed });
  }
  const [first, ...others] = current;
  if (first === undefined) return;
  // A contact gets the alerts themselves, a person their number.
  const isGrouped = first.row.recipient_kind === 'person' && (others.length > 0 || first.row.is_grouped === 1);
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
  options.onChanged([first.row.ward_uuid]);
}

function isDue(now: number) {
  return ({ or, eb }: ExpressionBuilder<Schema, 'notice'>) =>
    or([eb('due_at', '<=', now), eb('due_at', '>', now + maxWaitMs)]);
}

/** Whoever changes `due_at` first sends the notices. One statement, so that two processes do not share a message. */
async function claim(query: Query, rows: readonly NoticeRow[], now: number): Promise<readonly NoticeRow[]> {
  const uuids = rows.map(({ uuid }) => uuid);
  const claimed = await query
    .updateTable('notice')
    .set(({ eb }) => ({ due_at: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('uuid', 'in', uuids)
    .where(isDue(now))
    .returning('uuid')
    .execute();
  const won = new Set(claimed.map(({ uuid }) => uuid));
  return rows.filter(({ uuid }) => won.has(uuid));
}

/** The alert of a notice. Undefined: the notice is obsolete. */
async function subjectOf(query: Query, { open }: Situation, row: NoticeRow): Promise<PlacedAlert | undefined> {
  const placed = open.get(row.alert_uuid);
  if (row.kind === 'over') return placed ?? readEndedAlert(query, row.alert_uuid, row.stream_uuid);
  if (placed === undefined) return undefined;
  const { alert } = placed;
  if (isUnanswered(alert) !== (row.kind === 'alert')) return undefined;
  const at = row.kind === 'alert' ? unansweredSince(alert) : alert.since;
  return at === row.raised_at ? placed : undefined;
}

async function send(
  { senders, maySee, log }: DeliveryOptions,
  { people }: Situation,
  { kind, recipient_kind, recipient_id }: NoticeRow,
  notice: OutgoingNotice,
): Promise<Delivery> {
  const [{ place }] = notice.alerts;
  const isOnDuty = () => people.some((person) => person.subject === recipient_id && person.maySee(place));
  // Whoever went off duty still learns that an alert is over, and whoever lost the right to the ward learns nothing.
  const mayKnow = recipient_kind === 'contact' || (kind === 'alert' ? isOnDuty() : await maySee(recipient_id, place));
  if (!mayKnow) return failedDelivery('off-duty', { isFinal: true });
  try {
    return await (recipient_kind === 'person' ? senders.toPerson : senders.toContact)(recipient_id, notice);
  } catch (error) {
    log.warn({ err: error }, 'a message about an alert could not be sent');
    return failedDelivery('server-error');
  }
}

async function settleFailure(
  { query, now }: DeliveryOptions,
  rows: readonly NoticeRow[],
  { reason, isFinal, retryAfterMs }: FailedDelivery,
): Promise<void> {
  for (const row of rows) {
    const attempts = row.attempts + 1;
    if (isFinal || attempts >= maxAttempts) {
      await settle(query, [row], { outcome: 'failed', reason });
      continue;
    }
    const due_at = now() + Math.min(Math.max(retryMs * attempts, retryAfterMs ?? 0), maxWaitMs);
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
