/**
 * Decides whether the values that a device observed are a report. Devices repeat their values often. They are a report
 * if they change the status that the values of their connection give.
 */
import { isHighPriority, statusOfName } from '../room-status.ts';
import type { FromSource, IncomingObservation } from './incoming.ts';
import type { IngestState } from './ingest-state.ts';

/** The newest value of each name, before and after a message. */
export interface ObservedValues {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** The values as they were when the message was received. Another process has stored newer ones first. */
  readonly late?: ReadonlyMap<string, string>;
}

export interface DerivedStatus {
  readonly status: number;
  readonly debounceMs: number | null;
  readonly notification: boolean;
  /** The values gave another status before, or none. */
  readonly begins: boolean;
  /** The values give another status now. */
  readonly isLate?: true;
}

/** The status code of a room whose sources are online and have not reported a status yet. */
export const initializingStatus = statusOfName('initializing')?.code ?? -1;
const allClearStatus = statusOfName('all_clear')?.code ?? 0;

/** Undefined: the observation is only a sign of life. */
export function deriveReport(
  state: IngestState,
  observation: Pick<IncomingObservation, 'interpret' | 'source' | 'notification'>,
  observed: ObservedValues,
): DerivedStatus | undefined {
  const { interpret, notification } = observation;
  const was = interpret(observed.before)?.status;
  const missed = interpretLate(observation, observed, was);
  if (missed !== undefined) return { ...missed, notification, isLate: true, begins: true };
  const is = interpret(observed.after);
  const card = cardOf(state, observation);
  // Nobody knows the status any more, so the card does not show the last one for ever.
  if (is === undefined) return hasEnded(card, was) ? unknownStatus : undefined;
  const { status } = is;
  // "All clear" says that these sensors report nothing. It does not replace what another one has reported.
  if (status === allClearStatus && !card.isFree && (was === status || !hasEnded(card, was))) return undefined;
  const begins = was !== status;
  return begins || isMissing(card, status) ? { ...is, notification, begins } : undefined;
}

const unknownStatus: DerivedStatus = {
  status: initializingStatus,
  debounceMs: 0,
  notification: false,
  begins: false,
};

/** A fall that values tell of which are not stored, because another process has stored newer ones first. */
function interpretLate(
  { interpret }: Pick<IncomingObservation, 'interpret'>,
  { late }: ObservedValues,
  was: number | undefined,
) {
  const missed = late && interpret(late);
  return missed !== undefined && isHighPriority(missed.status) && missed.status !== was ? missed : undefined;
}

/**
 * The status of the card. `isFree`: no source has reported it, or it says nothing. `isOwn`: it is free, or this
 * connection has reported it.
 */
function cardOf({ pending, statusBeforeOffline, roomStatus, statusSource }: IngestState, { source }: FromSource) {
  const shown = pending?.status ?? statusBeforeOffline ?? roomStatus;
  const isFree = statusSource === null || shown === initializingStatus || shown === allClearStatus;
  return { shown, isFree, isOwn: isFree || connectionOf(statusSource) === connectionOf(source) };
}

type Card = ReturnType<typeof cardOf>;

/** Whether the card shows the status that the values gave before. */
function hasEnded({ isOwn, shown }: Card, was: number | undefined): boolean {
  return isOwn && was === shown;
}

/** A repeated value does not replace what another connection has reported since, unless it says that a fall goes on. */
function isMissing({ isOwn, shown }: Card, status: number): boolean {
  return status !== shown && (isOwn || isHighPriority(status));
}

/** The sources of a connection have its name before a slash. */
function connectionOf(source: string | undefined): string | undefined {
  return source?.split('/')[0];
}
