/** Whether the device of a stream is online. A stream whose device is offline shows the status "unreachable". */
import { statusOfName } from '../room-status.ts';
import { ownProtocolSource } from './incoming.ts';
import type { IngestRules } from './ingest-rules.ts';
import { applyReport, type IngestState } from './ingest-state.ts';

/** The status code that a card shows while its device is offline. */
export const unreachableStatusCode = statusOfName('camera_unreachable')?.code ?? 12;

/**
 * Marks a source of the room as online because it sent a message. When no source is offline any more, the room shows the
 * status that its online devices reported last, without a notification.
 */
export function markOnline(state: IngestState, now: number, source: string = ownProtocolSource): IngestState {
  const seen = { ...removeOfflineSource(state, source), seenAt: now };
  const { statusBeforeOffline, offlineSources } = seen;
  if (statusBeforeOffline === null || Object.keys(offlineSources).length > 0) return seen;
  return { ...seen, roomStatus: statusBeforeOffline, revision: seen.revision + 1, statusBeforeOffline: null };
}

export function removeOfflineSource(state: IngestState, source: string): IngestState {
  const { [source]: _, ...offlineSources } = state.offlineSources;
  return { ...state, offlineSources };
}

/** Marks a device as offline and notifies staff. An alert of a fall stays open, whatever the card shows. */
export function markOffline(state: IngestState, now: number): IngestState {
  if (state.statusBeforeOffline !== null) return state;
  const report = { status: unreachableStatusCode, at: now, notification: true };
  // `reportedAt` is kept, so that the first report after the device's return is not late. A pending status is the
  // newest status of the device, so the card shows the pending status when the device returns.
  const statusBeforeOffline = state.pending?.status ?? state.roomStatus;
  const shown = applyReport({ ...state, reportedAt: null, statusBeforeOffline, pending: null }, report, now);
  return { ...shown, reportedAt: state.reportedAt };
}

/**
 * Marks the device as offline if it has sent nothing for `offlineAfterMs`. `listeningSince`: the time since which the
 * server receives messages without a gap, in epoch milliseconds. Silence before that time does not count.
 */
export function checkOffline(
  state: IngestState,
  { offlineAfterMs }: IngestRules,
  now: number,
  listeningSince: number,
): IngestState {
  if (offlineAfterMs === null || state.seenAt === null) return state;
  const silentMs = now - Math.max(state.seenAt, listeningSince);
  return silentMs < offlineAfterMs ? state : markOffline(state, now);
}
