/** Sends the stored messages about alerts that are due. */
import type { ExpressionBuilder } from 'kysely';
import { isUnanswered, unansweredSince } from '../../domain/notices/escalation.ts';
import type { FailedDelivery } from '../../domain/notices/delivery.ts';
import type { Schema } from '../database/schema.ts';
import type { NoticeRow, Situation } from './create-notices.ts';
import { isUpdateOfGroup } from './grouped-message.ts';
import { type PlacedAlert, readEndedAlerts } from './open-alerts.ts';
import {
  type DeliveryOptions,
  failureOf,
  leaseMs,
  maxWaitMs,
  type MessagePart,
  sendMessage,
  settle,
  storeFailure,
} from './send-notice.ts';

/** After so many attempts the recipient counts as not reached. */
const maxAttempts = 4;
const retryMs = 5_000;
const maxRows = 1_000;
const noAlerts: ReadonlyMap<string, PlacedAlert> = new Map();

/** Starts to send all notices that are due, and resolves to the deliveries that run. `readAgain`: reads the situation again. */
export async function startDeliveries(
  options: DeliveryOptions,
  read: Situation,
  readAgain: () => Promise<Situation>,
): Promise<readonly Promise<void>[]> {
  const { query } = options;
  const due = query.selectFrom('notice').selectAll().where(isDue(read.now));
  const rows = await due.orderBy('created_at').limit(maxRows).execute();
  // Another process may have stored a notice about what has happened since the situation was read. By that situation
  // it would be obsolete, and nobody would get the message.
  const isCurrent = rows.every((row) => row.kind === 'over' || subjectOf(row, read, noAlerts) !== undefined);
  const situation = isCurrent ? read : await readAgain();
  const ready = rows.filter(({ alert_uuid }) => situation.open.get(alert_uuid)?.isFrozen !== true);
  const messages = [...Map.groupBy(ready, messageKeyOf).values()];
  // One statement for all messages of one notice, because many falls at once are many of them.
  const single = messages.filter(({ length }) => length === 1);
  const claimedSingle = claim(options, single.flat());
  const claims = [
    ...single.map(async ([row]) => (await claimedSingle).filter(({ uuid }) => uuid === row?.uuid)),
    ...messages.filter(({ length }) => length > 1).map((message) => claim(options, message, messageIdOf(message))),
  ];
  return claims.map(async (claimed) => deliver(options, situation, await claimed));
}

/**
 * Notices with the same key are one message. A contact that gets a message again must get the same one, because it
 * ignores an id that it knows. A new push replaces the one before it, so a person gets whatever is due: about several
 * alerts for a notification about several, otherwise about its alert.
 */
function messageKeyOf(row: NoticeRow): string {
  const { kind, recipient_kind, recipient_id, ward_uuid, alert_uuid, message_uuid, is_grouped } = row;
  const isUpdate = kind === 'answered' || (kind === 'over' && recipient_kind === 'person');
  const part = isUpdate && is_grouped === 0 ? alert_uuid : '';
  return [kind, recipient_kind, recipient_id, ward_uuid, part, recipient_kind === 'contact' ? message_uuid : ''].join(
    ' ',
  );
}

/** Sends the notices as one message. */
async function deliver(options: DeliveryOptions, situation: Situation, rows: readonly NoticeRow[]): Promise<void> {
  const { query } = options;
  const gone = rows.filter(({ alert_uuid }) => !situation.open.has(alert_uuid));
  const ended = await readEndedAlerts(
    query,
    gone.map(({ alert_uuid }) => alert_uuid),
  );
  const current: MessagePart[] = [];
  for (const row of rows) {
    const placed = subjectOf(row, situation, ended);
    if (placed === undefined) await settle(query, [row], { outcome: row.outcome ?? 'obsolete' });
    else current.push({ row, placed });
  }
  const [first, ...others] = current;
  if (first === undefined) return;
  const id = messageIdOf(rows);
  const delivery = await sendMessage(options, situation, { id, kind: first.row.kind, parts: [first, ...others] });
  if (delivery === undefined)
    await settle(
      query,
      current.map(({ row }) => row),
      { outcome: 'obsolete' },
    );
  else if (delivery.outcome === 'failed')
    await settleFailure(
      options,
      current.map(({ row }) => row),
      delivery,
    );
  options.onChanged([first.row.ward_uuid]);
}

function isDue(now: number) {
  return ({ or, eb }: ExpressionBuilder<Schema, 'notice'>) =>
    or([eb('due_at', '<=', now), eb('due_at', '>', now + maxWaitMs)]);
}

/** The id of the message that these notices are. A notice that was part of an earlier attempt knows it. */
function messageIdOf(rows: readonly NoticeRow[]): string {
  const [first] = rows;
  const id = rows.find(({ message_uuid }) => message_uuid !== null)?.message_uuid ?? first?.uuid;
  if (id === undefined) throw new Error('a message has no notices');
  return id;
}

/**
 * Whoever changes `due_at` first sends the notices. One statement, so that two processes do not share a message, and
 * that it is stored which notices are one message before that is sent. Without `id` each notice is a message of its own.
 */
async function claim(
  { query, now }: DeliveryOptions,
  rows: readonly NoticeRow[],
  id?: string,
): Promise<readonly NoticeRow[]> {
  if (rows.length === 0) return [];
  const at = now();
  const uuids = rows.map(({ uuid }) => uuid);
  const claimed = await query
    .updateTable('notice')
    .set(({ eb, fn, val, ref }) => ({
      due_at: at + leaseMs,
      attempts: eb('attempts', '+', 1),
      message_uuid: fn.coalesce('message_uuid', id === undefined ? ref('uuid') : val(id)),
    }))
    .where('uuid', 'in', uuids)
    .where(isDue(at))
    .returning(['uuid', 'message_uuid'])
    .execute();
  const idOf = new Map(claimed.map(({ uuid, message_uuid }) => [uuid, message_uuid]));
  return rows.flatMap((row) => {
    const message_uuid = idOf.get(row.uuid);
    return message_uuid === undefined ? [] : { ...row, message_uuid };
  });
}

/** The alert of a notice. Undefined: the notice is obsolete. */
function subjectOf(
  row: NoticeRow,
  { open }: Situation,
  ended: ReadonlyMap<string, PlacedAlert>,
): PlacedAlert | undefined {
  const placed = open.get(row.alert_uuid);
  if (row.kind === 'over' || isUpdateOfGroup(row)) return placed ?? ended.get(row.alert_uuid);
  if (placed === undefined) return undefined;
  const { alert } = placed;
  if (isUnanswered(alert) !== (row.kind === 'alert')) return undefined;
  const at = row.kind === 'alert' ? unansweredSince(alert) : alert.since;
  return at === row.raised_at ? placed : undefined;
}

async function settleFailure(
  { query, now }: DeliveryOptions,
  rows: readonly NoticeRow[],
  failure: FailedDelivery,
): Promise<void> {
  const { reason, isFinal, retryAfterMs } = failure;
  // One time for all, so that the message is not sent again in parts.
  const at = now();
  for (const row of rows) {
    const attempts = row.attempts + 1;
    if (isFinal || attempts >= maxAttempts) {
      await storeFailure(query, row, failureOf(row.kind, failure, at));
      continue;
    }
    const due_at = at + Math.min(Math.max(retryMs * attempts, retryAfterMs ?? 0), maxWaitMs);
    await storeFailure(query, row, { reason, due_at });
  }
}
