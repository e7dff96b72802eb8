/** What happens to a status in debounce when something else takes its place. */
import { isHighPriority, statusOfCode } from '../room-status.ts';
import type { IngestState } from './ingest-state.ts';
import { type IngestResult, withChangeLogged } from './report-log.ts';
import { showPending } from './report-rules.ts';

/**
 * Logs a status in debounce when its room is no longer observed, because nobody can know whether the status goes on. If
 * it is a fall, it opens an alert then.
 */
export function withStatusInDebounce({ pending, statusSource }: IngestState, ingested: IngestResult): IngestResult {
  const { state, log } = ingested;
  const isObserved = statusOfCode(state.roomStatus).priority !== 'technical';
  if (pending === null || state.pending !== null || isObserved) return ingested;
  const { status, at, notification } = pending;
  const source = statusSource ?? undefined;
  const entry = { status, at, notification, reportId: null, source, by: 'debounce', effect: 'unreachable' } as const;
  return { ...ingested, log: [{ ...entry, revision: state.revision }, ...log] };
}

/**
 * Shows a fall in debounce before a status of another source takes its place: a bed sensor knows nothing of the floor.
 */
export function withFallInDebounce(
  before: IngestState,
  apply: (state: IngestState) => IngestResult,
  now: number,
): IngestResult {
  const ingested = apply(before);
  const { pending, statusSource } = before;
  const isDropped = pending !== null && ingested.state.pending?.status !== pending.status;
  if (!isDropped || !isHighPriority(pending.status) || ingested.state.statusSource === statusSource) return ingested;
  const shown = showPending(before, pending, now);
  const after = apply(shown);
  return { ...after, log: [...withChangeLogged(before, shown, pending.at, 'debounce').log, ...after.log] };
}
