/** A stream that one transaction has loaded and changes. */
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import { type Alert, openAlertsAfter } from '../../../domain/alerts/alert.ts';
import type { AlertHold } from '../../../domain/alerts/alert-hold.ts';
import type { IngestRules } from '../../../domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import { offlineSourceOf } from '../../../domain/source.ts';
import type { Place } from '../../../domain/user.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import { alertColumns, alertFields, parseAlerts, parseHold } from '../../database/open-alerts.ts';
import { stateColumns, type StateRow, type StreamRow } from '../../database/report-store.ts';
import type { AlertChange } from './stream-alerts.ts';
import { stateOf, stateRow } from './stream-state.ts';

/** A heartbeat alone is written at most this often, or ten times within `offlineAfterMs`. */
const minSeenWriteIntervalMs = 5_000;

/** A class, because one is created for each report: closures would cost more. */
export class ChangingStream {
  readonly row: StreamRow;
  readonly place: Place;
  readonly rules: IngestRules;
  state: IngestState;
  /** The open alerts. */
  alerts: readonly Alert[];
  hold: AlertHold;
  #hasReports: number;
  /** As they were loaded, until something changes: a newer version may have written them in another way. */
  #alertColumns: Pick<StateRow, 'open_alerts' | 'alert_revision' | 'alert_due_at' | 'alert_hold'>;

  constructor(row: StreamRow) {
    const { ward_uuid: wardUUID, location_uuid: locationUUID, client_uuid: clientUUID } = row;
    this.row = row;
    this.place = { clientUUID, locationUUID, wardUUID };
    this.rules = ingestRulesOfStream(row.type, row.rules);
    this.state = stateOf(row);
    this.alerts = parseAlerts(row.open_alerts);
    this.hold = parseHold(row.alert_hold);
    this.#hasReports = row.has_reports;
    this.#alertColumns = row;
  }

  changeAlerts({ transitions, hold }: AlertChange): void {
    if (transitions.length === 0 && hold === this.hold) return;
    const isShown = transitions.length > 0 || hold.pause !== this.hold.pause;
    this.hold = hold;
    this.alerts = openAlertsAfter(this.alerts, transitions);
    const alert_revision = this.#alertColumns.alert_revision + Number(isShown);
    this.#alertColumns = { ...alertColumns(this.alerts, hold), alert_revision };
  }

  /** The report log has an entry of a device. */
  markReported(): void {
    this.#hasReports = 1;
  }

  /** The row to write. Undefined: it is unchanged. */
  changedRow(): StateRow | undefined {
    const { row, rules } = this;
    const { open_alerts, alert_revision, alert_due_at, alert_hold } = this.#alertColumns;
    const alerts = { open_alerts, alert_revision, alert_due_at, alert_hold };
    const changed = { ...stateRow(row.uuid, this.state), has_reports: this.#hasReports, ...alerts };
    const isEqual = stateColumns.every((column) =>
      column === 'seen_at' ? isSeenCurrent(row.seen_at, changed.seen_at, rules) : row[column] === changed[column],
    );
    return isEqual ? undefined : changed;
  }

  /** The update for the boards. Undefined: the stream has the revisions with which it was loaded. */
  update(): WardUpdate | undefined {
    const { row, state, alerts, hold } = this;
    const alertRevision = this.#alertColumns.alert_revision;
    if (state.revision === row.revision && alertRevision === row.alert_revision) return undefined;
    const { roomStatus, lastNotification, lastNotificationSent, revision } = state;
    const offlineSource = offlineSourceOf(state.offlineSources);
    const shown = { uuid: row.uuid, roomStatus, lastNotification, lastNotificationSent, revision, alertRevision };
    return {
      wardUUID: row.ward_uuid,
      update: { ...shown, ...(offlineSource !== undefined && { offlineSource }), ...alertFields(alerts, hold) },
    };
  }
}

function isSeenCurrent(stored: number | null, seenAt: number | null, { offlineAfterMs }: IngestRules): boolean {
  if (stored === null || seenAt === null) return stored === seenAt;
  const writeIntervalMs = Math.min(minSeenWriteIntervalMs, (offlineAfterMs ?? Infinity) / 10);
  return stored === seenAt || Math.abs(stored - seenAt) < writeIntervalMs;
}
