/**
 * Decides whether the values that a device observed are a report. Devices repeat their values often, so values are a
 * report only if they change the status that all values of their connection give together.
 */
import { isHighPriority, statusOfName } from '../room-status.ts';
import type { IncomingObservation, Interpreter } from './incoming.ts';
import type { IngestState } from './ingest-state.ts';

/** The newest value of each name, before and after a message. */
export interface ObservedValues {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Set if another process has stored newer values first: the values as they were when the message was received. */
  readonly late?: ReadonlyMap<string, string>;
}

type InterpretedStatus = ReturnType<Interpreter>;

/** The statuses that the observed values give. Undefined: they give none, because some values are missing. */
interface InterpretedValues {
  readonly before: number | undefined;
  readonly after: InterpretedStatus;
  /** A fall in the received values that has ended already, because another process has stored newer values first. */
  readonly missedFall: InterpretedStatus;
}

export function interpretValues(interpret: Interpreter, { before, after, late }: ObservedValues): InterpretedValues {
  const status = interpret(before)?.status;
  const received = late && interpret(late);
  const isMissed = received !== undefined && isHighPriority(received.status) && received.status !== status;
  return { before: status, after: interpret(after), missedFall: isMissed ? received : undefined };
}

interface DerivedStatus {
  readonly status: number;
  readonly debounceMs: number | null;
  readonly notification: boolean;
  /** Whether the values gave another status, or none, before the message. */
  readonly begins: boolean;
  /** The newer values that are stored now give another status, so the report is late. */
  readonly isLate?: true;
}

/** The status code of a room whose sources are online and have not reported a status yet. */
export const initializingStatusCode = statusOfName('initializing')?.code ?? -1;
const allClearStatus = statusOfName('all_clear')?.code ?? 0;

/** The report that an observation is. Undefined: the observation only shows that the device is online. */
export function deriveReport(
  state: IngestState,
  { notification, source }: Pick<IncomingObservation, 'source' | 'notification'>,
  { before, after, missedFall }: InterpretedValues,
): DerivedStatus | undefined {
  if (missedFall !== undefined) return { ...missedFall, notification, isLate: true, begins: true };
  const card = cardOf(state, source);
  // The values give no status any more, so the card must not keep the one that they gave before.
  if (after === undefined) return isShown(card, before) ? unknownStatus : undefined;
  const { status } = after;
  const begins = before !== status;
  // "All clear" says that the sensors of this connection report nothing. It replaces no status of another connection.
  if (status === allClearStatus && !card.isFree && !(begins && isShown(card, before))) return undefined;
  return begins || isMissing(card, status) ? { ...after, notification, begins } : undefined;
}

const unknownStatus: DerivedStatus = {
  status: initializingStatusCode,
  debounceMs: 0,
  notification: false,
  begins: false,
};

/**
 * The status of the card. `isFree`: no source has reported the status, or it says nothing about the resident. `isOwn`:
 * `isFree`, or this connection has reported the status.
 */
function cardOf({ pending, statusBeforeOffline, roomStatus, statusSource }: IngestState, source: string | undefined) {
  const shown = pending?.status ?? statusBeforeOffline ?? roomStatus;
  const isFree = statusSource === null || shown === initializingStatusCode || shown === allClearStatus;
  return { shown, isFree, isOwn: isFree || connectionOf(statusSource) === connectionOf(source) };
}

type Card = ReturnType<typeof cardOf>;

/** Whether the card shows this status of the connection. */
function isShown({ isOwn, shown }: Card, status: number | undefined): boolean {
  return isOwn && status === shown;
}

/** Whether the card lacks a repeated status. Only one of high priority replaces that of another connection. */
function isMissing({ isOwn, shown }: Card, status: number): boolean {
  return status !== shown && (isOwn || isHighPriority(status));
}

/** The connection of a source: the part of the source's name before the slash. */
function connectionOf(source: string | undefined): string | undefined {
  return source?.split('/')[0];
}
