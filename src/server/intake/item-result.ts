/** The results that a sender gets: one for each item that it has sent. */
import type * as z from 'zod/mini';
import type { LineResult } from '../../contract/intake/reports.ts';
import type { IncomingItem, IngestOutcome } from '../../domain/ingest/incoming.ts';
import { isHighPriority } from '../../domain/room-status.ts';
import { isRefusal, type Refusal, type RoomReference } from '../messages/parse-report.ts';

/** The result of one item, without its index or line number. */
export type ItemResult = Omit<z.infer<typeof LineResult>, 'line'>;

const notShown = { field: 'at', reason: 'is too old or out of order: the report is stored, and not shown' };
const lateAlert = { ...notShown, reason: `${notShown.reason} on the card; it has opened an alert` };
const alertsAnyway = {
  field: 'notification',
  reason: 'is false: the last notification is unchanged, but a status of high priority opens an alert all the same',
};

export function itemResultOf(
  { room, uuid }: { readonly room: RoomReference; readonly uuid: string },
  outcome: IngestOutcome | undefined,
  incoming: IncomingItem | undefined,
): ItemResult | Refusal {
  if (outcome === undefined) throw new Error('a report has no outcome');
  if (outcome.outcome === 'unknown-stream') return createRoomRefusal(room, 'unknown');
  const stored = { outcome: outcome.outcome, revision: outcome.revision, stream: uuid };
  const remark = remarkOn(outcome, incoming);
  if (room.field === 'stream' && remark === undefined) return stored;
  return { ...stored, ...(room.field === 'room' && { room: room.name }), ...remark };
}

function remarkOn(
  { isLate, hasAlerted }: Extract<IngestOutcome, { revision: number }>,
  incoming: IncomingItem | undefined,
) {
  if (isLate === true) return hasAlerted === true ? lateAlert : notShown;
  return isQuietAlarm(incoming) ? alertsAnyway : undefined;
}

function isQuietAlarm(incoming: IncomingItem | undefined): boolean {
  return incoming?.kind === 'report' && !incoming.notification && isHighPriority(incoming.status);
}

export function createRoomRefusal({ field, name }: RoomReference, why: 'unknown' | 'ambiguous'): Refusal {
  return {
    field,
    [field]: name,
    ...(why === 'unknown'
      ? { kind: 'unknown-room', reason: 'is not known to this device key' }
      : {
          kind: 'ambiguous-room',
          reason: 'is the alias of several rooms: write location/room, with the alias or uuid of the location',
        }),
  };
}

export function isUnknownRoom(result: ItemResult | Refusal): result is Refusal {
  return isRefusal(result) && (result.kind === 'unknown-room' || result.kind === 'ambiguous-room');
}

export function isStored(result: ItemResult | Refusal): result is ItemResult {
  return !isRefusal(result);
}

export function isShown({ field }: ItemResult): boolean {
  return field !== notShown.field;
}
