import type * as z from 'zod/mini';
import type { roomNightsEndpoints } from '../../../contract/history/room-nights.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';

export type RoomNights = z.output<typeof roomNightsEndpoints.getRoomNights.response>;

const dayMs = 86_400_000;

/** A time span of the wire in epoch milliseconds. */
export function spanOf({ from, to }: { readonly from: string; readonly to: string }): TimeSpan {
  return { from: Date.parse(from), to: Date.parse(to) };
}

/** Whether the night has no clock change. */
export function isWholeDay(night: RoomNights['nights'][number]): boolean {
  const { from, to } = spanOf(night);
  return to - from === dayMs;
}
