/** Decides how an incoming message changes its stream, and what is written to the report log. */
import {
  type MessageOfSource,
  type IncomingItem,
  type IncomingObservation,
  type IncomingReport,
  ownProtocolSource,
} from './incoming.ts';
import type { IngestRules } from './ingest-rules.ts';
import type { IngestState } from './ingest-state.ts';
import { isHighPriority } from '../room-status.ts';
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
} from './report-rules.ts';
import { newestReportTimeOf, timeOfReport } from './report-time.ts';
import { entryOf, type IngestResult, type ReportLogEntry, withChangeLogged } from './report-log.ts';
import { withFallInDebounce, withStatusInDebounce } from './status-in-debounce.ts';

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
  const apply = (state: IngestState) => applyIncoming(state, incoming, rules, now, observed);
  const ingested = withStatusInDebounce(before, withFallInDebounce(before, apply, now));
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
  const source = from.source ?? ownProtocolSource;
  const entry = {
    ...report,
    reportId,
    source,
    by: 'sender',
    effect,
    revision: state.revision,
    newerStatus,
    begins,
  } as const;
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
  // A fall in debounce alerts when its debounce time is over, not when its sensor repeats it.
  const isRepeated =
    status !== undefined && isHighPriority(status) && status !== before.pending?.status && incoming.isRetained !== true;
  return { ...ingestSignOfLife(before, incoming, now), ...(isRepeated && { repeated: status }) };
}

function withReported(state: IngestState, names: readonly string[]): IngestState {
  const discarded = removeReportedValues(state.discarded, names);
  return discarded === state.discarded ? state : { ...state, discarded };
}

function ingestSignOfLife(before: IngestState, from: MessageOfSource, now: number): IngestResult {
  return withChangeLogged(before, markSourceOnline(before, from, now), now, 'watchdog');
}
