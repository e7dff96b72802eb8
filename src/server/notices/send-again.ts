/** Sends a message about alerts again that was not delivered, because a manager asks for it. */
import { randomUUID } from 'node:crypto';
import type { Delivery } from '../../domain/notices/delivery.ts';
import type { Database } from '../database/database.ts';
import { insertNotices, type NewNotice, type Situation } from './create-notices.ts';
import { type DeliveryOptions, failureOf, leaseMs, sendMessage, settle, storeFailure } from './send-notice.ts';
import type { UndeliveredMessage, UndeliveredPart } from './undelivered-notices.ts';

type Query = Database['query'];

/**
 * Sends what the recipient must know now, once. Undefined: there is nothing to send, or somebody else sends it at this
 * moment.
 */
export async function sendAgain(
  options: DeliveryOptions,
  situation: Situation,
  message: UndeliveredMessage,
): Promise<Delivery | undefined> {
  const { query, now } = options;
  const claimed = await claimFailed(query, message.parts, now());
  const obsolete = claimed.filter(({ kindNow }) => kindNow === undefined);
  await settle(
    query,
    obsolete.map(({ row }) => row),
    { outcome: 'obsolete' },
  );
  const deliveries: Delivery[] = [];
  for (const [kind, parts] of Map.groupBy(claimed, ({ kindNow }) => kindNow)) {
    const [first, ...others] = parts;
    if (kind === undefined || first === undefined) continue;
    const isSame = kind === first.row.kind;
    // A receiver ignores an id that it knows. It may have got the first message although its response was lost, so
    // another content needs another id.
    const id = isSame ? message.uuid : `${message.uuid}-${kind}`;
    const delivery = await sendMessage(options, situation, { id, kind, parts: [first, ...others] });
    if (delivery === undefined) continue;
    if (delivery.outcome === 'failed') {
      const failure = failureOf(kind, delivery, now());
      for (const { row } of parts) await storeFailure(query, row, failure);
    } else if (!isSame) await insertNotices(query, parts.map(knownNow));
    deliveries.push(delivery);
  }
  options.onChanged(claimed.map(({ row }) => row.ward_uuid));
  return deliveries.find(({ outcome }) => outcome === 'failed') ?? deliveries[0];
}

/** Whoever changes `outcome` first sends the notices. If the process ends meanwhile, another one sends them later. */
async function claimFailed(query: Query, parts: UndeliveredMessage['parts'], now: number) {
  const claimed = await query
    .updateTable('notice')
    .set(({ eb }) => ({ due_at: now + leaseMs, outcome: null, attempts: eb('attempts', '+', 1) }))
    .where(
      'uuid',
      'in',
      parts.map(({ row }) => row.uuid),
    )
    .where('outcome', '=', 'failed')
    .returning('uuid')
    .execute();
  const won = new Set(claimed.map(({ uuid }) => uuid));
  return parts.filter(({ row }) => won.has(row.uuid));
}

/** The settled notice of what the contact has learnt with the message, so that it does not get it a second time. */
function knownNow({ row, placed, kindNow: kind = 'over' }: UndeliveredPart): NewNotice {
  const raised_at = kind === 'over' ? 0 : placed.alert.since;
  return { ...row, uuid: randomUUID(), kind, raised_at, outcome: 'accepted', reason: null, due_at: null, is_open: 0 };
}
