/** Applies that a source of a room went offline or came back. The source's earlier status is not shown again. */
import { initializingStatusCode, type ObservedValues } from './derived-status.ts';
import { type DiscardedValues, statusNameOf, removeReportedValues } from './discarded-values.ts';
import type { IncomingPresence } from './incoming.ts';
import type { IngestState } from './ingest-state.ts';
import { markOffline, markOnline, removeOfflineSource } from './online.ts';

/** Applies a presence message. `observed`: the stored values before and after the presence discards some of them. */
export function ingestPresence(
  before: IngestState,
  incoming: IncomingPresence,
  now: number,
  observed: ObservedValues,
): IngestState {
  const { source, sourceKind, isOnline, isRetained } = incoming;
  if (isOnline) {
    const state = isDiscardingValues(before, incoming) ? discard(before, incoming, now, observed) : before;
    return isRetained === true ? removeOfflineSource(state, source) : markOnline(state, now, source);
  }
  const offlineSources = { ...before.offlineSources, [source]: sourceKind };
  return discard({ ...markOffline(before, now), offlineSources }, incoming, now, observed);
}

/**
 * Whether the values of the source are discarded. This happens when the source goes offline, and again when it is back
 * online, because a gateway may have forwarded values of other sources in between.
 */
export function isDiscardingValues({ offlineSources }: IngestState, { source, isOnline }: IncomingPresence): boolean {
  return !isOnline || Object.hasOwn(offlineSources, source);
}

/** Replaces a status that the source reported with the status that the remaining values give. */
function discard(state: IngestState, incoming: IncomingPresence, now: number, observed: ObservedValues): IngestState {
  const { discards, interpret } = incoming;
  const { statusSource } = state;
  const discarded = discardedAfter(state, incoming, now, observed);
  if (statusSource !== null && !discards.statusesOf.includes(statusSource)) return { ...state, discarded };
  const statusBeforeOffline = interpret(observed.after)?.status ?? initializingStatusCode;
  return { ...state, statusBeforeOffline, statusSource: null, discarded };
}

function discardedAfter(
  { statusSource, statusBeforeOffline, roomStatus, discarded }: IngestState,
  { discards, isRemoved }: IncomingPresence,
  at: number,
  { before, after }: ObservedValues,
): DiscardedValues {
  if (isRemoved === true)
    return removeReportedValues(discarded, [...discards.values, ...discards.statusesOf.map(statusNameOf)]);
  const values = [...before].filter(([name]) => !after.has(name));
  const hasStatus = statusSource !== null && discards.statusesOf.includes(statusSource);
  const status = hasStatus ? [[statusNameOf(statusSource), String(statusBeforeOffline ?? roomStatus)] as const] : [];
  return { ...discarded, ...Object.fromEntries([...values, ...status].map(([name, value]) => [name, { value, at }])) };
}
