/** The state of a stream while one transaction changes it. */
import { type LocalClock, localClockOf } from '../../../domain/local-time/local-clock.ts';
import { alertRulesOfStream, ingestRulesOfStream, timeZoneOfStream } from '../../../contract/rules/ingest-rules.ts';
import { type Alert, applyTransitions } from '../../../domain/alerts/alert.ts';
import type { AlertHold } from '../../../domain/alerts/alert-hold.ts';
import type { AlertRules } from '../../../domain/alerts/alert-rules.ts';
import type { IngestRules } from '../../../domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import { offlineSourceOf } from '../../../domain/source.ts';
import type { Place } from '../../../domain/user.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import { toAlertColumns, alertFieldsOf, parseAlerts, parseHold, toPauseEventRow } from '../../database/open-alerts.ts';
import { type PauseEventRow, stateColumns, type StateRow, type StreamRow } from '../../database/report-store.ts';
import type { AlertChange } from './stream-alerts.ts';
import { toIngestState, toStateRow } from './stream-state.ts';

/** A heartbeat alone is written at most this often, or ten times within `offlineAfterMs`. */
const minSeenWriteIntervalMs = 5_000;

/** This is a class because one is created for each report, and closures would cost more. */
export class ChangingStream {
  readonly row: StreamRow;
  readonly place: Place;
  readonly rules: IngestRules;
  state: IngestState;
  /** The open alerts of the stream, including the changes of this transaction. */
  alerts: readonly Alert[];
  hold: AlertHold;
  /** The entries that this transaction adds to the history of pauses. */
  readonly pauseEvents: PauseEventRow[] = [];
  #hasReports: number;
  #alertRules: AlertRules | undefined;
  #alertRevision: number;
  #hasAlertChanges = false;

  constructor(row: StreamRow) {
    const { ward_uuid: wardUUID, location_uuid: locationUUID, client_uuid: clientUUID } = row;
    this.row = row;
    this.place = { clientUUID, locationUUID, wardUUID };
    this.rules = ingestRulesOfStream(row.type, row.rules);
    this.state = toIngestState(row);
    this.alerts = parseAlerts(row.open_alerts);
    this.hold = parseHold(row.alert_hold);
    this.#hasReports = row.has_reports;
    this.#alertRevision = row.alert_revision;
  }

  /** The alert rules are parsed when they are needed, because most messages change no alert. */
  get alertRules(): AlertRules {
    this.#alertRules ??= alertRulesOfStream(this.row.rules);
    return this.#alertRules;
  }

  get clock(): LocalClock {
    return localClockOf(timeZoneOfStream(this.row.rules));
  }

  changeAlerts({ transitions, hold, pauseEvent }: AlertChange): void {
    if (transitions.length === 0 && hold === this.hold) return;
    if (pauseEvent !== undefined) this.pauseEvents.push(toPauseEventRow(this.row.uuid, pauseEvent));
    const isShown = transitions.length > 0 || hold.pause !== this.hold.pause;
    this.hold = hold;
    this.alerts = applyTransitions(this.alerts, transitions);
    this.#alertRevision += Number(isShown);
    this.#hasAlertChanges = true;
  }

  /** Marks that the report log has an entry of a device for the stream. */
  markReported(): void {
    this.#hasReports = 1;
  }

  /** Returns the row to write; undefined if it is unchanged. */
  changedRow(): StateRow | undefined {
    const { row, rules } = this;
    // Unchanged alert columns stay as loaded: a newer version of the server may have written them in another form.
    const { open_alerts, alert_due_at, alert_hold } = this.#hasAlertChanges
      ? toAlertColumns(this.alerts, this.hold)
      : row;
    const alerts = { open_alerts, alert_revision: this.#alertRevision, alert_due_at, alert_hold };
    const changed = { ...toStateRow(row.uuid, this.state), has_reports: this.#hasReports, ...alerts };
    const isEqual = stateColumns.every((column) =>
      column === 'seen_at' ? isSeenCurrent(row.seen_at, changed.seen_at, rules) : row[column] === changed[column],
    );
    return isEqual ? undefined : changed;
  }

  /** Returns the update for the boards; undefined if the stream has the revisions with which it was loaded. */
  update(): WardUpdate | undefined {
    const { row, state, alerts, hold } = this;
    const alertRevision = this.#alertRevision;
    if (state.revision === row.revision && alertRevision === row.alert_revision) return undefined;
    const { roomStatus, lastNotification, lastNotificationSent, revision } = state;
    const offlineSource = offlineSourceOf(state.offlineSources);
    const shown = { uuid: row.uuid, roomStatus, lastNotification, lastNotificationSent, revision, alertRevision };
    return {
      wardUUID: row.ward_uuid,
      update: { ...shown, ...(offlineSource !== undefined && { offlineSource }), ...alertFieldsOf(alerts, hold) },
    };
  }
}

function isSeenCurrent(stored: number | null, seenAt: number | null, { offlineAfterMs }: IngestRules): boolean {
  if (stored === null || seenAt === null) return stored === seenAt;
  const writeIntervalMs = Math.min(minSeenWriteIntervalMs, (offlineAfterMs ?? Infinity) / 10);
  return stored === seenAt || Math.abs(stored - seenAt) < writeIntervalMs;
}
