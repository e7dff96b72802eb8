/** Decides how an incoming message changes its stream, and what is written to the report log. */
import type { Incoming, IncomingObservation, IncomingReport } from './incoming.ts';
import type { IngestRules } from './ingest-rules.ts';
import type { IngestState, StatusReport } from './ingest-state.ts';
import { checkOffline, markOffline, markOnline } from './online.ts';
import { applyReportRules, debounceMsOf, expireDebounce, type ReportEffect } from './report-rules.ts';
import { timeOfReport } from './report-time.ts';

/** One row of the report log. */
export interface LogEntry extends StatusReport {
  readonly reportId: string | null;
  /** What caused the entry: a message of the sender, the watchdog, or the end of a debounce time. */
  readonly by: 'sender' | 'watchdog' | 'debounce';
  readonly effect: ReportEffect;
  readonly revision: number;
}

export interface Ingested {
  readonly state: IngestState;
  readonly log: readonly LogEntry[];
}

/**
 * Applies the ingest rules to one incoming message. `now`: the time of receipt, in epoch milliseconds. `observed`: for
 * an observation, the newest value of each name, including the values of this observation.
 */
export function ingest(
  before: IngestState,
  incoming: Incoming,
  rules: IngestRules,
  now: number,
  observed: ReadonlyMap<string, string> = new Map(),
): Ingested {
  switch (incoming.kind) {
    case 'report':
      return ingestReport(before, incoming, rules, now);
    case 'observation':
      return ingestObservation(before, incoming, rules, now, observed);
    case 'heartbeat':
      return withReturnLogged(before, markOnline(before, now), now);
    case 'offline':
      return withChangeLogged(before, markOffline(before, now), now, 'sender');
    case 'offline-check':
      return withChangeLogged(before, checkOffline(before, rules, now, incoming.listeningSince), now, 'watchdog');
    case 'debounce-expiry':
      return withChangeLogged(before, expireDebounce(before, now), before.pending?.at ?? now, 'debounce');
  }
}

type ReportedStatus = Omit<IncomingReport, 'kind' | 'streamUUID'>;

function ingestReport(before: IngestState, incoming: ReportedStatus, rules: IngestRules, now: number): Ingested {
  const { status, notification, id: reportId, debounceMs, isRetained } = incoming;
  const report = { status, notification, at: timeOfReport(before, incoming.at, now) };
  const { state, effect } = applyReportRules(before, report, rules, now, {
    debounceMs: debounceMs ?? debounceMsOf(rules, status),
    isRetained: isRetained === true,
  });
  const returned = effect === 'applied' ? [] : withReturnLogged(before, state, now).log;
  return { state, log: [...returned, { ...report, reportId, by: 'sender', effect, revision: state.revision }] };
}

/** Devices send observations often. An observation becomes a report only if it changes the status. */
function ingestObservation(
  before: IngestState,
  incoming: IncomingObservation,
  rules: IngestRules,
  now: number,
  observed: ReadonlyMap<string, string>,
): Ingested {
  const status = incoming.interpret(observed);
  const state = incoming.isRetained === true ? before : markOnline(before, now);
  const current = state.pending?.status ?? state.statusBeforeOffline ?? state.roomStatus;
  if (status === undefined || status.status === current) return withReturnLogged(before, state, now);
  return ingestReport(before, { ...incoming, ...status, id: null }, rules, now);
}

/** Logs that a device came back online and shows its last real status again, without a notification. */
function withReturnLogged(before: IngestState, state: IngestState, now: number): Ingested {
  if (before.statusBeforeOffline === null || state.statusBeforeOffline !== null) return { state, log: [] };
  return { state, log: [entryOf(state, now, false, 'watchdog')] };
}

function withChangeLogged(before: IngestState, state: IngestState, at: number, by: LogEntry['by']): Ingested {
  if (state.revision === before.revision) return { state, log: [] };
  // Two notifications can have the same time, so both status and time are compared.
  const hasNotified =
    state.lastNotification !== before.lastNotification || state.lastNotificationSent !== before.lastNotificationSent;
  return { state, log: [entryOf(state, at, hasNotified, by)] };
}

function entryOf(
  { roomStatus: status, revision }: IngestState,
  at: number,
  notification: boolean,
  by: LogEntry['by'],
): LogEntry {
  return { status, at, notification, reportId: null, by, effect: 'applied', revision };
}
