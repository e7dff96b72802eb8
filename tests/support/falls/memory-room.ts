/** One room of the server without a database: every step loads the stored row, changes it and stores it again. */
import type { AlertAction } from '../../../src/domain/alerts/alert-actions.ts';
import { answerAlert } from '../../../src/domain/alerts/alert-actions.ts';
import type { Alert, AlertUser } from '../../../src/domain/alerts/alert.ts';
import { dueTimeOf } from '../../../src/domain/alerts/alert-hold.ts';
import { followUpAnswer } from '../../../src/domain/alerts/follow-up-answer.ts';
import type { IncomingItem } from '../../../src/domain/ingest/incoming.ts';
import type { ObservationRow, StreamRow } from '../../../src/server/database/report-store.ts';
import { ChangingStream } from '../../../src/server/intake/reports/changing-stream.ts';
import { ingestDeliveries } from '../../../src/server/intake/reports/ingest-deliveries.ts';
import { type AlertChange, beginPause, endPause } from '../../../src/server/intake/reports/stream-alerts.ts';
import { initialRow } from './initial-row.ts';

const sender = { keyId: 'device', scope: { kind: 'everything' } } as const;

export class MemoryRoom {
  readonly uuid: string;
  #row: StreamRow;
  #observations = new Map<string, ObservationRow>();
  #uuids = 0;

  constructor(uuid: string, rules: string | null = null) {
    this.uuid = uuid;
    this.#row = initialRow(uuid, 'camera', rules);
  }

  get alerts(): readonly Alert[] {
    return new ChangingStream(this.#row).alerts;
  }

  get roomStatus(): number {
    return this.#row.room_status;
  }

  /** When the server next has to do something for the room, in epoch milliseconds. Infinity: never. */
  get dueAt(): number {
    const { state, alerts, hold } = new ChangingStream(this.#row);
    const alertTimes = alerts.map((alert) => dueTimeOf(alert, hold));
    return Math.min(...[state.pending?.dueAt, hold.pause?.until, ...alertTimes].map((due) => due ?? Infinity));
  }

  receive(incoming: IncomingItem, receivedAt: number): void {
    const observations = [...this.#observations.values()];
    const loaded = { streams: [this.#row], observations, keyedReports: [] };
    const stored = ingestDeliveries([{ sender, items: [incoming], receivedAt }], loaded);
    for (const row of stored.streams) this.#row = { ...this.#row, ...row };
    for (const { name } of stored.deletedObservations) this.#observations.delete(name);
    for (const row of stored.observations) this.#observations.set(row.name, row);
  }

  /** Does everything that is due until `to`, each at its own time. */
  advance(to: number): void {
    for (let due = this.dueAt; due <= to; due = this.dueAt) {
      this.receive({ kind: 'debounce-expiry', streamUUID: this.uuid }, due);
      this.receive({ kind: 'alert-expiry', streamUUID: this.uuid }, due);
    }
  }

  /** Applies an answer of staff. Returns false if the answer was refused. */
  answer(alert: Alert, action: AlertAction, by: AlertUser, now: number): boolean {
    const stream = new ChangingStream(this.#row);
    const answered = answerAlert(alert, stream.alerts, action, by, now);
    if (typeof answered === 'string') return answered === 'unchanged';
    this.#change(
      stream,
      followUpAnswer(answered, stream.hold, now, () => `${this.uuid}-${(this.#uuids += 1)}`),
    );
    return true;
  }

  pause(minutes: number, by: AlertUser, now: number): void {
    const stream = new ChangingStream(this.#row);
    this.#change(stream, beginPause(stream.hold, minutes, by, now));
  }

  resume(by: AlertUser, now: number): void {
    const stream = new ChangingStream(this.#row);
    if (stream.hold.pause !== null) this.#change(stream, endPause(stream, stream.state, by, now));
  }

  #change(stream: ChangingStream, change: AlertChange): void {
    stream.changeAlerts(change);
    this.#row = { ...this.#row, ...stream.changedRow() };
  }
}
