/** What one incoming thing makes of its stream, and what of it goes to the log. Pure. */
import type { IngestRules } from '../../../domain/ingest/ingest-rules.ts';
import {
  type IngestState,
  type ReportEffect,
  ingestPending,
  ingestHeartbeat,
  ingestOffline,
  ingestReport,
  ingestSilence,
  timeOfReceipt,
  timeOfSecond,
} from '../../../domain/ingest/ingest.ts';
import type { Incoming, IncomingObservation } from '../../../domain/ingest/incoming.ts';
import type { StatusReport } from '../../../domain/ingest/status-report.ts';

export interface LogEntry extends StatusReport {
  readonly reportId: string | null;
  /** Null: the sender. Else it was our own doing. */
  readonly by: 'watchdog' | 'hold-off' | null;
  readonly effect: ReportEffect;
  readonly revision: number;
}

export interface Decision {
  readonly state: IngestState;
  readonly log: readonly LogEntry[];
}

export interface Circumstances {
  readonly rules: IngestRules;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** All that is known of the stream's parts, the newest of each; what is told now among it. */
  readonly observed: ReadonlyMap<string, string>;
}

export function decide(incoming: Incoming, before: IngestState, circumstances: Circumstances): Decision {
  const { rules, receivedAt: now } = circumstances;
  switch (incoming.kind) {
    case 'report':
      return decideReport(before, incoming, circumstances);
    case 'observation':
      return decideObservation(before, incoming, circumstances);
    case 'heartbeat': {
      const state = ingestHeartbeat(before, now);
      return { state, log: entriesOfReturn(before, state, now) };
    }
    case 'offline':
      return shown(before, ingestOffline(before, now), now, null);
    case 'silence':
      return shown(before, ingestSilence(before, rules, now, incoming.watchedSince), now, 'watchdog');
    case 'due':
      return shown(before, ingestPending(before, now), before.pending?.at ?? now, 'hold-off');
  }
}

interface Said {
  readonly status: number;
  readonly at: number | null;
  readonly notification: boolean;
  readonly holdMs: number | null;
  readonly id?: string | null;
  readonly isKept?: true;
  readonly waitedSince?: number;
}

function decideReport(before: IngestState, said: Said, { rules, receivedAt: now }: Circumstances): Decision {
  const { status, notification, holdMs, waitedSince } = said;
  const at = said.at === null ? timeOfReceipt(before, status, now, waitedSince) : timeOfSecond(before, said.at, now);
  const report: StatusReport = { status, notification, at };
  const { state, effect } = ingestReport(before, report, rules, now, holdMs ?? undefined, said.isKept);
  const back = effect === 'applied' ? [] : entriesOfReturn(before, state, now);
  const entry: LogEntry = { ...report, reportId: said.id ?? null, by: null, effect, revision: state.revision };
  return { state, log: [...back, entry] };
}

/** Parts are told often and seldom change what they say together: only a change is a report. */
function decideObservation(before: IngestState, said: IncomingObservation, circumstances: Circumstances): Decision {
  const reading = said.read(circumstances.observed);
  const state = said.isKept === true ? before : ingestHeartbeat(before, circumstances.receivedAt);
  const expected = state.pending?.status ?? state.statusBeforeOffline ?? state.roomStatus;
  if (reading === undefined || reading.status === expected) {
    return { state, log: entriesOfReturn(before, state, circumstances.receivedAt) };
  }
  return decideReport(before, { ...said, ...reading }, circumstances);
}

/** A device that is heard again shows its last real status: our doing, and without a sound. */
function entriesOfReturn(before: IngestState, state: IngestState, now: number): readonly LogEntry[] {
  if (before.statusBeforeOffline === null || state.statusBeforeOffline !== null) return [];
  const { roomStatus, revision } = state;
  return [
    { status: roomStatus, at: now, notification: false, reportId: null, by: 'watchdog', effect: 'applied', revision },
  ];
}

function shown(before: IngestState, state: IngestState, at: number, by: LogEntry['by']): Decision {
  if (state.revision === before.revision) return { state, log: [] };
  const { roomStatus: status, revision, lastNotification, lastNotificationSent } = state;
  // Both, since two may be told in the same millisecond.
  const notification =
    lastNotification !== before.lastNotification || lastNotificationSent !== before.lastNotificationSent;
  return { state, log: [{ status, at, notification, reportId: null, by, effect: 'applied', revision }] };
}
