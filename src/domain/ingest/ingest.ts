/** Decides how an incoming message changes its stream, and what is written to the report log. */
import {
  type MessageOfSource,
  type IncomingItem,
  type IncomingObservation,
  type IncomingReport,
  ownProtocolSource,
} from './incoming.ts';
import type { IngestRules } from './ingest-rules.ts';
import type { IngestState, StatusReport } from './ingest-state.ts';
import { isHighPriority, statusOfCode } from '../room-status.ts';
import { offlineSourceOf } from '../source.ts';
import { deriveReport, interpretValues, type ObservedValues } from './derived-status.ts';
import { isDiscarded, statusNameOf, removeReportedValues } from './discarded-values.ts';
import { checkOffline, markOffline, markOnline } from './online.ts';
import { ingestPresence } from './presence.ts';
import {
  applyReportRules,
  debounceMsOf,
  expireDebounce,
  markSourceOnline,
  newerStatusOfSource,
  type ReportEffect,
} from './report-rules.ts';
import { newestReportTimeOf, timeOfReport } from './report-time.ts';

/** One row of the report log. */
export interface ReportLogEntry extends StatusReport {
  readonly reportId: string | null;
  /** What caused the entry: a message of the sender, the watchdog, or the end of a debounce time. */
  readonly by: 'sender' | 'watchdog' | 'debounce';
  readonly effect: ReportEffect;
  readonly revision: number;
  /** For a late report: the newer status that its source has reported. Missing: none is known. */
  readonly newerStatus?: number | undefined;
  /**
   * For a report that was derived from observed values: whether the values gave another status before. `true`: it is a
   * new event, such as a second fall, whatever the card showed. Undefined: only the statuses of the room can tell.
   */
  readonly begins?: boolean | undefined;
}

export interface IngestResult {
  readonly state: IngestState;
  readonly log: readonly ReportLogEntry[];
  /**
   * The observed values still give this status of high priority: a fall goes on. There is no row in the log, because
   * devices repeat their values often. A repeated report has a row instead, with the effect `applied` or `duplicate`.
   */
  readonly repeated?: number;
}

const nothingObserved: ObservedValues = { before: new Map(), after: new Map() };

/**
 * Applies the ingest rules to one incoming message. `now`: the time of receipt, in epoch milliseconds. `observed`: for
 * an observation or a presence, the newest value of each name before and after the message.
 */
export function ingest(
  before: IngestState,
  incoming: IncomingItem,
  rules: IngestRules,
  now: number,
  observed: ObservedValues = nothingObserved,
): IngestResult {
  const ingested = withStatusInDebounce(before, applyIncoming(before, incoming, rules, now, observed));
  const { state, log } = ingested;
  const isSameSource = offlineSourceOf(state.offlineSources) === offlineSourceOf(before.offlineSources);
  if (isSameSource || state.revision > before.revision) return ingested;
  // The card stays unreachable and names another source.
  const renamed = { ...state, revision: state.revision + 1 };
  return { ...ingested, state: renamed, log: [...log, entryOf(renamed, now, false, 'watchdog')] };
}

function applyIncoming(
  before: IngestState,
  incoming: IncomingItem,
  rules: IngestRules,
  now: number,
  observed: ObservedValues,
): IngestResult {
  switch (incoming.kind) {
    case 'report':
      return ingestSentReport(before, incoming, rules, now);
    case 'observation':
      return ingestObservation(before, incoming, rules, now, observed);
    case 'presence':
      return withChangeLogged(
        before,
        ingestPresence(before, incoming, now, observed),
        now,
        incoming.isOnline ? 'watchdog' : 'sender',
      );
    case 'heartbeat':
      return withChangeLogged(before, markOnline(before, now), now, 'watchdog');
    case 'offline':
      return withChangeLogged(before, markOffline(before, now), now, 'sender');
    case 'offline-check':
      return withChangeLogged(before, checkOffline(before, rules, now, incoming.listeningSince), now, 'watchdog');
    case 'alert-expiry':
      return { state: before, log: [] };
    case 'debounce-expiry':
      return withChangeLogged(before, expireDebounce(before, now), before.pending?.at ?? now, 'debounce');
  }
}

type ReportedStatus = Omit<IncomingReport, 'kind' | 'streamUUID'> & Pick<ReportLogEntry, 'begins'>;

function ingestSentReport(state: IngestState, incoming: IncomingReport, rules: IngestRules, now: number): IngestResult {
  const name = statusNameOf(incoming.source ?? ownProtocolSource);
  const isOld = isDiscarded(state, name, String(incoming.status), incoming) || isRepeatedFall(state, incoming, now);
  if (isOld) return ingestSignOfLife(state, incoming, now);
  return ingestReport(withReported(state, [name]), incoming, rules, now);
}

/**
 * Whether a retained fall is the one that the room has already, which a broker repeats at each start of a server. A
 * fall with a later time of its own is another fall.
 */
function isRepeatedFall(state: IngestState, incoming: IncomingReport, now: number): boolean {
  const { status, isRetained, sentAt, source = ownProtocolSource } = incoming;
  const known = state.pending?.status ?? state.statusBeforeOffline ?? state.roomStatus;
  if (isRetained !== true || !isHighPriority(status) || status !== known || state.statusSource !== source) return false;
  return sentAt === undefined || sentAt <= newestReportTimeOf(state, now);
}

function ingestReport(before: IngestState, incoming: ReportedStatus, rules: IngestRules, now: number): IngestResult {
  const { status, notification, id: reportId, debounceMs, begins, ...from } = incoming;
  const report = { status, notification, at: timeOfReport(before, incoming.at, now) };
  const { state, effect } = applyReportRules(before, report, rules, now, {
    ...from,
    debounceMs: debounceMs ?? debounceMsOf(rules, status),
    begins: begins === true,
  });
  // The device came back online with its last real status, or the card of an unreachable room has a new notification.
  const changed = effect === 'applied' ? [] : withChangeLogged(before, state, now, 'watchdog').log;
  const newerStatus = effect === 'late' ? newerStatusOfSource(before, from.source, report.at, now) : undefined;
  const entry = { ...report, reportId, by: 'sender', effect, revision: state.revision, newerStatus, begins } as const;
  return { state, log: [...changed, entry] };
}

function ingestObservation(
  state: IngestState,
  incoming: IncomingObservation,
  rules: IngestRules,
  now: number,
  observed: ObservedValues,
): IngestResult {
  const before = withReported(state, Object.keys(incoming.values));
  const statuses = interpretValues(incoming.interpret, observed);
  const derived = deriveReport(before, incoming, statuses);
  if (derived !== undefined) {
    const { isLate, ...report } = derived;
    const at = isLate === true ? (incoming.at ?? now) : incoming.at;
    return ingestReport(before, { ...incoming, ...report, at, id: null }, rules, now);
  }
  const status = statuses.after?.status;
  const isRepeated = status !== undefined && isHighPriority(status) && incoming.isRetained !== true;
  return { ...ingestSignOfLife(before, incoming, now), ...(isRepeated && { repeated: status }) };
}

function withReported(state: IngestState, names: readonly string[]): IngestState {
  const discarded = removeReportedValues(state.discarded, names);
  return discarded === state.discarded ? state : { ...state, discarded };
}

function ingestSignOfLife(before: IngestState, from: MessageOfSource, now: number): IngestResult {
  return withChangeLogged(before, markSourceOnline(before, from, now), now, 'watchdog');
}

/**
 * Logs a status in debounce when its room is no longer observed, because nobody can know whether the status goes on. If
 * it is a fall, it opens an alert then.
 */
function withStatusInDebounce({ pending }: IngestState, ingested: IngestResult): IngestResult {
  const { state, log } = ingested;
  const isObserved = statusOfCode(state.roomStatus).priority !== 'technical';
  if (pending === null || state.pending !== null || isObserved) return ingested;
  const { status, at, notification } = pending;
  const entry = { status, at, notification, reportId: null, by: 'debounce', effect: 'unreachable' } as const;
  return { ...ingested, log: [{ ...entry, revision: state.revision }, ...log] };
}

function withChangeLogged(before: IngestState, state: IngestState, at: number, by: ReportLogEntry['by']): IngestResult {
  if (state.revision === before.revision) return { state, log: [] };
  // Two notifications can have the same time, so both status and time are compared.
  const hasNotified =
    state.lastNotification !== before.lastNotification || state.lastNotificationSent !== before.lastNotificationSent;
  return { state, log: [entryOf(state, at, hasNotified && state.lastNotification === state.roomStatus, by)] };
}

function entryOf(
  { roomStatus: status, revision }: IngestState,
  at: number,
  notification: boolean,
  by: ReportLogEntry['by'],
): ReportLogEntry {
  return { status, at, notification, reportId: null, by, effect: 'applied', revision };
}
