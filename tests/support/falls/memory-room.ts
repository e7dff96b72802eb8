/** One room of the server without a database: every step loads the stored row, changes it and stores it again. */
import type { AlertAction } from '../../../src/domain/alerts/alert-actions.ts';
import { answerAlert } from '../../../src/domain/alerts/alert-actions.ts';
import type { Alert, AlertUser } from '../../../src/domain/alerts/alert.ts';
import { dueTimeOf } from '../../../src/domain/alerts/alert-hold.ts';
import { alertsAfterAnswer } from '../../../src/domain/alerts/alerts-after-answer.ts';
import type { Incoming } from '../../../src/domain/ingest/incoming.ts';
import type { ObservationRow, StreamRow } from '../../../src/server/database/report-store.ts';
import { ChangingStream } from '../../../src/server/rooms/reports/changing-stream.ts';
import { createIngestBatch } from '../../../src/server/rooms/reports/ingest-batch.ts';
import { type AlertChange, beginPause, endPause } from '../../../src/server/rooms/reports/stream-alerts.ts';
import { initialRow } from '../../../src/server/rooms/preview/initial-row.ts';

const sender = { keyId: 'device', scope: { kind: 'everything' } } as const;

export class MemoryRoom {
  readonly uuid: string;
  #row: StreamRow;
  #observations = new Map<string, ObservationRow>();
  #uuids = 0;

  constructor(uuid: string, rules: string | null = null) {
    this.uuid = uuid;
    this.#row = initialRow({ uuid, type: 'camera', status: 'ACTIVE' }, rules);
  }

  get alerts(): readonly Alert[] {
    return new ChangingStream(this.#row).alerts;
  }

  get roomStatus(): number {
    return this.#row.room_status;
  }

  /** When the server has to do something. Infinity: never. */
  get dueAt(): number {
    const { state, alerts, hold } = new ChangingStream(this.#row);
    const alertTimes = alerts.map((alert) => dueTimeOf(alert, hold));
    return Math.min(...[state.pending?.dueAt, hold.pause?.until, ...alertTimes].map((due) => due ?? Infinity));
  }

  receive(incoming: Incoming, receivedAt: number): void {
    const observations = [...this.#observations.values()];
    const batch = createIngestBatch({ streams: [this.#row], observations, reportKeys: [] });
    batch.add(incoming, { sender, items: [incoming], receivedAt });
    const stored = batch.result();
    for (const row of stored.streams) this.#row = { ...this.#row, ...row };
    for (const { name } of stored.deletedObservations) this.#observations.delete(name);
    for (const row of stored.observations) this.#observations.set(row.name, row);
  }

  /** Does what is due until then, each at its time. */
  advance(to: number): void {
    for (let due = this.dueAt; due <= to; due = this.dueAt) {
      this.receive({ kind: 'debounce-expiry', streamUUID: this.uuid }, due);
      this.receive({ kind: 'alert-expiry', streamUUID: this.uuid }, due);
    }
  }

  /** False: the answer was refused. */
  answer(alert: Alert, action: AlertAction, by: AlertUser, now: number): boolean {
    const stream = new ChangingStream(this.#row);
    const answered = answerAlert(alert, stream.alerts, action, by, now);
    if (typeof answered === 'string') return answered === 'unchanged';
    this.#change(
      stream,
      alertsAfterAnswer(answered, stream.hold, now, () => `${this.uuid}-${(this.#uuids += 1)}`),
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
