/**
 * Replays the recorded reports, answers and pauses of one room with given rules, through the same functions as reports
 * that arrive. Tells which alerts the room would have raised.
 *
 * The log has no heartbeats, so devices go offline when they did, or later if the rules are more patient. An alert that
 * latches ends by the recorded answer of staff. If history has no open alert of its status, staff count as having
 * answered it when its status ended.
 */
import { randomUUID } from 'node:crypto';
import { maxDebounceMs } from '../../../domain/ingest/ingest-rules.ts';
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import { ingest } from '../../../domain/ingest/ingest.ts';
import { unreachableStatus } from '../../../domain/ingest/online.ts';
import { debounceMsOf } from '../../../domain/ingest/report-rules.ts';
import { type AlertTransition, changeAlert, isOpen } from '../../../domain/alerts/alert.ts';
import { applyAction } from '../../../domain/alerts/alert-actions.ts';
import { alertsAfterAnswer } from '../../../domain/alerts/alerts-after-answer.ts';
import { dueTimeOf } from '../../../domain/alerts/alert-hold.ts';
import { hasStatusEnded } from '../../../domain/alerts/continuing-status.ts';
import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import { ChangingStream } from '../reports/changing-stream.ts';
import { alertChange, beginPause, endPause } from '../reports/stream-alerts.ts';
import { initialRow } from './initial-row.ts';
import { actionOf, type RaisedAlert, type RecordedEvent, type RecordedReport } from './recorded.ts';

export interface ReplayedRoomOptions {
  readonly room: { readonly uuid: string; readonly type: StreamType; readonly status: StreamStatus };
  /** As in `stream.rules`. */
  readonly rules: string | null;
  /** The rules with which the devices went offline in the log, as in `stream.rules`. */
  readonly recordedRules: string | null;
  readonly onRaised: (alert: RaisedAlert) => void;
}

/** The source that was offline, as far as the log tells. Any other source leaves the room unreachable. */
const offlineSource = 'replay/offline';
const otherSource = 'replay/other';
const somebody = { kind: 'user', subject: '', displayName: null } as const;

interface PresenceChange {
  readonly isOnline: boolean;
  readonly statusesOf: readonly string[];
  readonly status: number;
}

export class ReplayedRoom {
  readonly #stream: ChangingStream;
  readonly #onRaised: ReplayedRoomOptions['onRaised'];
  /** How much later than recorded the devices go offline. Infinity: never. */
  readonly #offlineDelayMs: number;
  /** When the device goes offline unless it is heard before. */
  #offlineAt = Infinity;
  /** The alerts that staff saw and that were open in history: uuid -> status. */
  readonly #recorded = new Map<string, number>();

  constructor({ room, rules, recordedRules, onRaised }: ReplayedRoomOptions) {
    this.#stream = new ChangingStream(initialRow(room, rules));
    this.#onRaised = onRaised;
    const recorded = new ChangingStream(initialRow(room, recordedRules)).rules.offlineAfterMs ?? 0;
    this.#offlineDelayMs = Math.max(0, (this.#stream.rules.offlineAfterMs ?? Infinity) - recorded);
  }

  addReport(report: RecordedReport): void {
    const { by, status, receivedAt, effect } = report;
    this.advance(receivedAt);
    if (by === 'debounce') this.#endUnknownDebounce(report);
    else if (by === 'watchdog') this.#addWatchdogEntry(report);
    else if (status === unreachableStatus && effect === 'applied' && !report.hasId) this.#goOffline(receivedAt);
    else this.#report(report);
  }

  addEvent(event: RecordedEvent): void {
    this.advance(event.at);
    if (event.kind === 'alert') this.#addTransition(event.transition);
    else this.#setPause(event.at, event.until);
  }

  /** Does everything that is due until then. */
  advance(to: number): void {
    for (let due = this.#nextDue(); due <= to; due = this.#nextDue()) {
      const { uuid: streamUUID } = this.#stream.row;
      if (due === this.#offlineAt) this.#goOffline(due);
      else if (due === this.#stream.state.pending?.dueAt) this.#apply({ kind: 'debounce-expiry', streamUUID }, due);
      else this.#apply({ kind: 'alert-expiry', streamUUID }, due);
    }
  }

  #addTransition({ event, alert }: AlertTransition): void {
    if (alert.isTest) return;
    if (isOpen(alert) && alert.state !== 'waiting') this.#recorded.set(alert.uuid, alert.status);
    else this.#recorded.delete(alert.uuid);
    const action = alert.by.kind === 'user' ? actionOf({ event, alert }) : undefined;
    const replayed = this.#stream.alerts.find(({ status, isTest }) => status === alert.status && !isTest);
    if (action === undefined || replayed === undefined || alert.by.kind !== 'user') return;
    const result = applyAction(replayed, action, alert.by, alert.since);
    if (typeof result === 'string') return;
    this.#stream.changeAlerts(alertsAfterAnswer([result], this.#stream.hold, alert.since, randomUUID));
  }

  #setPause(at: number, until: number | null): void {
    const stream = this.#stream;
    if (until !== null) stream.changeAlerts(beginPause(stream.hold, (until - at) / 60_000, somebody, at));
    else if (stream.hold.pause !== null) this.#changeAlerts(endPause(stream, stream.state, somebody, at), at);
  }

  #nextDue(): number {
    const { state, alerts, hold } = this.#stream;
    const alertTimes = alerts.map((alert) => dueTimeOf(alert, hold));
    const dueTimes = [this.#offlineAt, state.pending?.dueAt, hold.pause?.until, ...alertTimes];
    return Math.min(...dueTimes.map((due) => due ?? Infinity));
  }

  #report({ status, at, notification, receivedAt, effect }: RecordedReport): void {
    // The log has an entry of the watchdog before any other report with which a device comes back.
    const isShown = effect === 'applied';
    if (isShown) this.#offlineAt = Infinity;
    // A preset can hold a status back whose rules do not. The log tells later when that was over.
    const isHeldByPreset = effect === 'debouncing' && debounceMsOf(this.#stream.rules, status) === 0;
    this.#apply(
      {
        kind: 'report',
        streamUUID: this.#stream.row.uuid,
        status,
        at,
        notification,
        id: null,
        debounceMs: isHeldByPreset ? maxDebounceMs : null,
        source: isShown ? offlineSource : otherSource,
      },
      receivedAt,
    );
  }

  #endUnknownDebounce({ status, receivedAt }: RecordedReport): void {
    const { state, rules } = this.#stream;
    if (state.pending?.status !== status || debounceMsOf(rules, status) > 0) return;
    this.#stream.state = { ...state, pending: { ...state.pending, dueAt: receivedAt } };
    this.advance(receivedAt);
  }

  #addWatchdogEntry({ status, notification, receivedAt }: RecordedReport): void {
    if (status !== unreachableStatus) this.#comeBack(status, receivedAt);
    else if (notification && this.#offlineDelayMs > 0) this.#offlineAt = receivedAt + this.#offlineDelayMs;
    else if (notification) this.#goOffline(receivedAt);
  }

  #goOffline(at: number): void {
    const { pending, statusBeforeOffline, roomStatus } = this.#stream.state;
    const status = pending?.status ?? statusBeforeOffline ?? roomStatus;
    this.#changePresence({ isOnline: false, statusesOf: [], status }, at);
  }

  /** `status`: what the room showed when it was reachable again. */
  #comeBack(status: number, at: number): void {
    this.#changePresence({ isOnline: true, statusesOf: [offlineSource, otherSource], status }, at);
  }

  /** `status`: the newest status that is known from then on. `statusesOf`: the sources whose status it replaces. */
  #changePresence({ status, isOnline, statusesOf }: PresenceChange, at: number): void {
    this.#offlineAt = Infinity;
    const discards = { values: [], statusesOf };
    const interpret = () => ({ status, debounceMs: null });
    const streamUUID = this.#stream.row.uuid;
    const source = offlineSource;
    this.#apply({ kind: 'presence', streamUUID, source, sourceKind: 'device', isOnline, discards, interpret }, at);
  }

  #apply(incoming: Incoming, at: number): void {
    const stream = this.#stream;
    const ingested = ingest(stream.state, incoming, stream.rules, at);
    const change = alertChange(stream, incoming, ingested, at);
    stream.state = ingested.state;
    this.#changeAlerts(change, at);
    this.#endUnrecorded(at);
  }

  #changeAlerts(change: Parameters<ChangingStream['changeAlerts']>[0], at: number): void {
    this.#stream.changeAlerts(change);
    for (const { alert, event } of change.transitions) {
      const { status, priority, startedAt } = alert;
      const isRaised = event === 'raised' || (event === 'opened' && alert.state === 'raised');
      if (isRaised) this.#onRaised({ status, priority, startedAt, raisedAt: at });
    }
  }

  #endUnrecorded(at: number): void {
    const { state, alerts, hold } = this.#stream;
    const shown = state.statusBeforeOffline ?? state.roomStatus;
    const recorded = new Set(this.#recorded.values());
    const ended = alerts.filter(
      ({ latches, state: alertState, status }) =>
        latches && alertState !== 'waiting' && !recorded.has(status) && hasStatusEnded(status, shown),
    );
    if (ended.length === 0) return;
    const resolved = { state: 'resolved', by: { kind: 'server' }, dueAt: null, resolution: 'helped' } as const;
    const transitions = ended.map((alert) => changeAlert(alert, 'resolved', at, resolved));
    this.#stream.changeAlerts({ transitions, hold });
  }
}
