/**
 * Decides whether the values that a device observed are a report. Devices repeat their values often. They are a report
 * if they change the status that the values of their connection give.
 */
import { isHighPriority, statusOfName } from '../room-status.ts';
import type { IncomingObservation } from './incoming.ts';
import type { IngestState } from './ingest-state.ts';

/** The newest value of each name, before and after a message. */
export interface ObservedValues {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

export interface DerivedStatus {
  readonly status: number;
  readonly debounceMs: number | null;
  readonly notification: boolean;
  /** The values gave another status before, or none. */
  readonly begins: boolean;
}

/** The status code of a room whose sources are online and have not reported a status yet. */
export const initializingStatus = statusOfName('initializing')?.code ?? -1;
const allClearStatus = statusOfName('all_clear')?.code ?? 0;

/** Undefined: the observation is only a sign of life. */
export function deriveReport(
  state: IngestState,
  { interpret, source, notification }: Pick<IncomingObservation, 'interpret' | 'source' | 'notification'>,
  { before, after }: ObservedValues,
): DerivedStatus | undefined {
  const was = interpret(before);
  const is = interpret(after);
  const shown = state.pending?.status ?? state.statusBeforeOffline ?? state.roomStatus;
  const isFree = state.statusSource === null || shown === initializingStatus || shown === allClearStatus;
  const isOwn = isFree || connectionOf(state.statusSource) === connectionOf(source);
  const hasEnded = isOwn && was !== undefined && was.status === shown && is?.status !== shown;
  if (is === undefined) {
    // Nobody knows the status any more, so the card does not show the last one for ever.
    return hasEnded ? { status: initializingStatus, debounceMs: 0, notification: false, begins: false } : undefined;
  }
  // "All clear" says that these sensors report nothing. It does not replace what another one has reported.
  if (is.status === allClearStatus && !isFree && !hasEnded) return undefined;
  const begins = was?.status !== is.status;
  // A repeated value does not replace what another connection has reported since, unless it says that a fall goes on.
  const isMissing = is.status !== shown && (isOwn || isHighPriority(is.status));
  return begins || isMissing ? { ...is, notification, begins } : undefined;
}

/** The sources of a connection have its name before a slash. */
function connectionOf(source: string | null | undefined): string | undefined {
  return source?.split('/')[0];
}
