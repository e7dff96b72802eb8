/**
 * Applies that a source of a room went offline or came back online. Its earlier status is not shown again after that.
 */
import { initializingStatus, type ObservedValues } from './derived-status.ts';
import type { IncomingPresence } from './incoming.ts';
import type { IngestState } from './ingest-state.ts';
import { markOffline, markOnline, withoutOfflineSource } from './online.ts';

/** `observed`: the stored values before and after the presence discards some of them. */
export function ingestPresence(
  before: IngestState,
  incoming: IncomingPresence,
  now: number,
  observed: ObservedValues,
): IngestState {
  const { source, sourceKind, isOnline, isRetained } = incoming;
  if (isOnline) {
    const state = discardsValues(before, incoming) ? discardStatus(before, incoming, observed) : before;
    return isRetained === true ? withoutOfflineSource(state, source) : markOnline(state, now, source);
  }
  const offlineSources = { ...before.offlineSources, [source]: sourceKind };
  return discardStatus({ ...markOffline(before, now), offlineSources }, incoming, observed);
}

/**
 * Whether the values of the source are discarded. They are discarded when it goes offline, and again when it is back
 * online, because a gateway may have forwarded values of other sources in between.
 */
export function discardsValues({ offlineSources }: IngestState, { source, isOnline }: IncomingPresence): boolean {
  return !isOnline || Object.hasOwn(offlineSources, source);
}

/** Replaces a status that the source reported with the status that the remaining values give. */
function discardStatus(
  state: IngestState,
  { discards, interpret }: IncomingPresence,
  { after }: ObservedValues,
): IngestState {
  const { statusSource } = state;
  if (statusSource !== null && !discards.statusesOf.includes(statusSource)) return state;
  const statusBeforeOffline = interpret(after)?.status ?? initializingStatus;
  return { ...state, statusBeforeOffline, statusSource: null };
}
