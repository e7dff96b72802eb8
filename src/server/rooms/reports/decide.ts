/** What one incoming thing makes of its stream, and what of it goes to the log. Pure. */
import type { DoorRules } from '../../../domain/door-rules.ts';
import {
  type DoorState,
  type ReportEffect,
  takeDue,
  takeHeartbeat,
  takeOffline,
  takeReport,
  takeSilence,
  timeOfReceipt,
  timeOfSecond,
} from '../../../domain/door.ts';
import type { Incoming, IncomingObservation } from '../../../domain/incoming.ts';
import type { StatusReport } from '../../../domain/status-report.ts';

export interface LogEntry extends StatusReport {
  readonly reportId: string | null;
  /** Null: the sender. Else it was our own doing. */
  readonly by: 'watchdog' | 'hold-off' | null;
  readonly effect: ReportEffect;
  readonly revision: number;
}

export interface Decision {
  readonly state: DoorState;
  readonly log: readonly LogEntry[];
}

export interface Circumstances {
  readonly rules: DoorRules;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** All that is known of the stream's parts, the newest of each; what is told now among it. */
  readonly observed: ReadonlyMap<string, string>;
}

export function decide(incoming: Incoming, before: DoorState, circumstances: Circumstances): Decision {
  const { rules, receivedAt: now } = circumstances;
  switch (incoming.kind) {
    case 'report':
      return decideReport(before, incoming, circumstances);
    case 'observation':
      return decideObservation(before, incoming, circumstances);
    case 'heartbeat': {
      const state = takeHeartbeat(before, now);
      return { state, log: entriesOfReturn(before, state, now) };
    }
    case 'offline':
      return shown(before, takeOffline(before, now), now, null);
    case 'silence':
      return shown(before, takeSilence(before, rules, now, incoming.watchedSince), now, 'watchdog');
    case 'due':
      return shown(before, takeDue(before, now), before.pending?.at ?? now, 'hold-off');
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

function decideReport(before: DoorState, said: Said, { rules, receivedAt: now }: Circumstances): Decision {
  const { status, notification, holdMs, waitedSince } = said;
  const at = said.at === null ? timeOfReceipt(before, status, now, waitedSince) : timeOfSecond(before, said.at, now);
  const report: StatusReport = { status, notification, at };
  const { state, effect } = takeReport(before, report, rules, now, holdMs ?? undefined, said.isKept);
  const back = effect === 'card' ? [] : entriesOfReturn(before, state, now);
  const entry: LogEntry = { ...report, reportId: said.id ?? null, by: null, effect, revision: state.revision };
  return { state, log: [...back, entry] };
}

/** Parts are told often and seldom change what they say together: only a change is a report. */
function decideObservation(before: DoorState, said: IncomingObservation, circumstances: Circumstances): Decision {
  const reading = said.read(circumstances.observed);
  const state = said.isKept === true ? before : takeHeartbeat(before, circumstances.receivedAt);
  const expected = state.pending?.status ?? state.statusBeforeSilence ?? state.roomStatus;
  if (reading === undefined || reading.status === expected) {
    return { state, log: entriesOfReturn(before, state, circumstances.receivedAt) };
  }
  return decideReport(before, { ...said, ...reading }, circumstances);
}

/** A device that is heard again shows its last real status: our doing, and without a sound. */
function entriesOfReturn(before: DoorState, state: DoorState, now: number): readonly LogEntry[] {
  if (before.statusBeforeSilence === null || state.statusBeforeSilence !== null) return [];
  const { roomStatus, revision } = state;
  return [
    { status: roomStatus, at: now, notification: false, reportId: null, by: 'watchdog', effect: 'card', revision },
  ];
}

function shown(before: DoorState, state: DoorState, at: number, by: LogEntry['by']): Decision {
  if (state.revision === before.revision) return { state, log: [] };
  const { roomStatus: status, revision, lastNotification, lastNotificationSent } = state;
  // Both, since two may be told in the same millisecond.
  const notification =
    lastNotification !== before.lastNotification || lastNotificationSent !== before.lastNotificationSent;
  return { state, log: [{ status, at, notification, reportId: null, by, effect: 'card', revision }] };
}
