/** The results that a sender gets for its items, one for each. */
import type * as z from 'zod/mini';
import type { LineResult } from '../../contract/reports.ts';
import type { Outcome } from '../../domain/ingest/incoming.ts';
import { isRefusal, type Refusal, type RoomReference } from './parse-report.ts';

/** The result of one item, without its index or line number. */
export type ItemResult = Omit<z.infer<typeof LineResult>, 'line'>;

const notShown = { field: 'at', reason: 'is too old or out of order: the report is stored, and not shown' };

export function resultOf(
  { room, uuid }: { readonly room: RoomReference; readonly uuid: string },
  outcome: Outcome | undefined,
): ItemResult | Refusal {
  if (outcome === undefined) throw new Error('a report has no outcome');
  if (outcome.outcome === 'unknown-stream') return roomRefusal(room, 'unknown');
  const stored = { outcome: outcome.outcome, revision: outcome.revision, stream: uuid };
  if (room.field === 'stream' && outcome.isLate !== true) return stored;
  return { ...stored, ...(room.field === 'room' && { room: room.name }), ...(outcome.isLate && notShown) };
}

export function roomRefusal({ field, name }: RoomReference, why: 'unknown' | 'ambiguous'): Refusal {
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

/** An accepted report has a reason only if it is not shown. */
export function isShown({ reason }: ItemResult): boolean {
  return reason === undefined;
}
