/** Sends one message about alerts, and stores its outcome. */
import { type Delivery, type FailedDelivery, failedDelivery } from '../../domain/notices/delivery.ts';
import type { Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { WarnLog } from '../shared/throttled-log.ts';
import type { NoticeRow, Situation } from './create-notices.ts';
import { countGroupedAlerts, findJoined, isReplaced, isUpdateOfGroup, joinGroup } from './grouped-message.ts';
import type { PlacedAlert } from './open-alerts.ts';

type Query = Database['query'];

/** A message to one recipient about one or several alerts of a ward. */
export interface OutgoingNotice {
  /** The same when the message is sent again. */
  readonly id: string;
  readonly kind: NoticeRow['kind'];
  readonly alerts: readonly [PlacedAlert, ...PlacedAlert[]];
  /** Whether the recipient gets one message about all unanswered alerts of the ward. */
  readonly isGrouped: boolean;
  /** The number of alerts that a grouped message shows: of those that nobody has answered, if there are any. */
  readonly count: number;
  /** Whether none of the alerts waits for an answer any more. */
  readonly isAnswered: boolean;
  readonly now: number;
}

export interface NoticeSenders {
  readonly toPerson: (subject: string, notice: OutgoingNotice) => Promise<Delivery>;
  readonly toContact: (uuid: string, notice: OutgoingNotice) => Promise<Delivery>;
}

export interface DeliveryOptions {
  readonly query: Query;
  readonly senders: NoticeSenders;
  /** Stores that messages were accepted which are not grouped. */
  readonly accept: (rows: readonly NoticeRow[]) => Promise<void>;
  /** Whether somebody who was on duty may see the place now. */
  readonly maySee: (subject: string, place: Required<Place>) => Promise<boolean>;
  /** Called when what boards show about the messages of these wards has changed. */
  readonly onChanged: (wardUuids: readonly string[]) => void;
  readonly now: () => number;
  readonly log: WarnLog;
}

/** A notice with its alert as it is now. */
export interface MessagePart {
  readonly row: NoticeRow;
  readonly placed: PlacedAlert;
}

interface Message extends Pick<OutgoingNotice, 'id' | 'kind'> {
  /** Notices to the same recipient about alerts of the same ward. */
  readonly parts: readonly [MessagePart, ...MessagePart[]];
}

/** If a process ends while it sends, another one sends the message again after this time. */
export const leaseMs = 30_000;
/** The longest time between two attempts. A longer one means that the clock was set back. */
export const maxWaitMs = 60_000;

/**
 * Sends a message to its recipient, who must still be allowed to get it. Stores the outcome if it is accepted. Undefined:
 * there is nothing to say, because the alerts of a grouped message are over or others have replaced them.
 */
export async function sendMessage(
  options: DeliveryOptions,
  situation: Situation,
  { id, kind, parts }: Message,
): Promise<Delivery | undefined> {
  const { query, now } = options;
  const [first, ...others] = parts;
  // A contact gets the alerts themselves, a person their number.
  const isGrouped = first.row.recipient_kind === 'person' && (others.length > 0 || first.row.is_grouped === 1);
  const alerts = [first.placed, ...others.map(({ placed }) => placed)] as const;
  const isUpdate = isUpdateOfGroup(first.row);
  if (await isReplaced(query, situation, first.row)) return undefined;
  const joined =
    isGrouped && kind === 'alert' ? await findJoined(query, situation, parts) : new Map<string, NoticeRow>();
  const newCount = alerts.length + joined.size;
  const { openCount, waitingCount } = isUpdate
    ? await countGroupedAlerts(query, situation, first.row)
    : { openCount: newCount, waitingCount: kind === 'alert' ? newCount : 0 };
  if (openCount === 0) return undefined;
  const count = waitingCount === 0 ? openCount : waitingCount;
  const notice = { id, kind, alerts, isGrouped, count, isAnswered: waitingCount === 0, now: now() };
  const delivery = await send(options, situation, first.row, notice);
  const rows = parts.map(({ row }) => row);
  if (delivery.outcome === 'accepted') {
    await (isGrouped ? settle(query, rows, { outcome: 'accepted', is_grouped: 1 }) : options.accept(rows));
    await joinGroup(query, [...joined.values()]);
  }
  return delivery;
}

async function send(
  { senders, maySee, log }: DeliveryOptions,
  { people }: Situation,
  { recipient_kind, recipient_id }: NoticeRow,
  notice: OutgoingNotice,
): Promise<Delivery> {
  const [{ place }] = notice.alerts;
  const isOnDuty = () => people.some((person) => person.subject === recipient_id && person.maySee(place));
  // Whoever went off duty still learns that an alert is over, and whoever lost the right to the ward learns nothing.
  const mayKnow =
    recipient_kind === 'contact' || (notice.kind === 'alert' ? isOnDuty() : await maySee(recipient_id, place));
  if (!mayKnow) return failedDelivery('off-duty', { isFinal: true });
  try {
    return await (recipient_kind === 'person' ? senders.toPerson : senders.toContact)(recipient_id, notice);
  } catch (error) {
    log.warn({ err: error }, 'a message about an alert could not be sent');
    return failedDelivery('server-error');
  }
}

/**
 * A recipient who was not reached. A message about an alert that waits is tried again each minute, because the network of
 * the home may be back before somebody answers, or the person has set up a phone.
 */
export function failureOf(kind: NoticeRow['kind'], { reason, isFinal }: FailedDelivery, now: number) {
  const mayWork = !isFinal || reason === 'no-phone';
  const due_at = mayWork && kind === 'alert' ? now + maxWaitMs : null;
  return { outcome: 'failed', reason, due_at } as const;
}

/** Stores a failed attempt, unless another process has sent the message since because this one was suspended. */
export async function storeFailure(
  query: Query,
  { uuid, attempts }: NoticeRow,
  change: Pick<NoticeRow, 'reason' | 'due_at'> & Partial<Pick<NoticeRow, 'outcome'>>,
): Promise<void> {
  const attempt = query.updateTable('notice').set(change).where('uuid', '=', uuid);
  await attempt
    .where('attempts', '=', attempts + 1)
    .where(({ or, eb }) => or([eb('outcome', 'is', null), eb('outcome', '=', 'failed')]))
    .execute();
}

export async function settle(
  query: Query,
  rows: readonly NoticeRow[],
  change: Pick<NoticeRow, 'outcome'> & Partial<Pick<NoticeRow, 'reason' | 'is_grouped'>>,
): Promise<void> {
  if (rows.length === 0) return;
  const uuids = rows.map(({ uuid }) => uuid);
  await query
    .updateTable('notice')
    .set({ ...change, due_at: null })
    .where('uuid', 'in', uuids)
    .execute();
}
