/**
 * The tables and columns, as migrations/ leaves them. Uuids are lower-case text, instants are epoch milliseconds,
 * booleans are 0 or 1. A new column needs a migration too.
 */
import type { Generated } from 'kysely';
import type { AlertEvent } from '../../domain/alerts/alert.ts';
import type { PauseEventName } from '../../domain/alerts/alert-hold.ts';
import type { ReportEffect } from '../../domain/ingest/report-rules.ts';
import type { StreamStatus, StreamType } from '../../domain/stream.ts';
import type { Role, Scope } from '../../domain/user.ts';
import type { WakeLockState } from '../../domain/watched-ward.ts';
import type { AccountTables } from './tables/account-tables.ts';
import type { AuditEventTable } from './tables/audit-event-table.ts';
import type { HistoryTables } from './tables/history-tables.ts';
import type { DeviceTables } from './tables/device-tables.ts';
import type { MoveTables } from './tables/move-tables.ts';
import type { RecipientTables } from './tables/recipient-tables.ts';
import type { SessionTables } from './tables/session-tables.ts';
import type { WallBoardTables } from './tables/wall-board-tables.ts';

export interface Schema
  extends AccountTables, DeviceTables, HistoryTables, MoveTables, RecipientTables, SessionTables, WallBoardTables {
  client: { uuid: string; display_name: string };
  location: {
    uuid: string;
    client_uuid: string;
    display_name: string;
    /** The location's name in reports and files. Unique in the whole database. */
    alias: string | null;
    /** JSON of contract/rules/place-rules.ts; null: none. */
    own_rules: string | null;
  };
  ward: {
    uuid: string;
    location_uuid: string;
    display_name: string;
    /** JSON of contract/rules/place-rules.ts; null: none. */
    own_rules: string | null;
    /** When a board last showed the ward, in sight and hearing of staff; null: never. */
    watched_at: number | null;
  };
  /** The boards that have reported which wards they show. Old rows are deleted. */
  board: {
    /** The id that the board has chosen. */
    uuid: string;
    /** The subject of the user who opened the board; null: an older server wrote the row. */
    subject: string | null;
    /** JSON list of the uuids of the wards that the board shows. */
    wards: string;
    since: number;
    seen_at: number;
    is_visible: number;
    is_audible: number;
    wake_lock: WakeLockState;
    /** The last answer to the test tone in this shift; null: there is none. */
    sound_checked_at: number | null;
    is_sound_heard: number | null;
  };
  stream: {
    uuid: string;
    ward_uuid: string;
    display_name: string;
    type: StreamType;
    status: StreamStatus;
    room_status: number;
    last_notification: number | null;
    last_notification_sent: number | null;
    /** Counts the applied reports. Viewers keep the higher revision. */
    revision: number;
    /** Time of the newest applied report, in epoch milliseconds. */
    reported_at: number | null;
    /** The stream's name in reports and files. Unique within its location. */
    alias: string | null;
    /** When the device last sent anything, by the server's clock. Null: never, so the room does not go offline. */
    seen_at: number | null;
    /** When the room became ACTIVE again. Equal to `seen_at` if its device has sent nothing since. */
    watched_since: number | null;
    /** While the room is unreachable, the status of the newest report; null: the room is reachable. */
    status_before_silence: number | null;
    /** JSON of `OfflineSources`; null: none. */
    offline_sources: string | null;
    /** The source that reported the newest status; null: unknown. */
    status_source: string | null;
    /** JSON of `DiscardedValues`; null: none. */
    discarded_values: string | null;
    /** A status in debounce: the status, since when, its notification, and when it will be applied. */
    pending_status: number | null;
    pending_at: number | null;
    pending_notification: number | null;
    pending_due_at: number | null;
    /** 1: the report log has an entry of a device, not only of the watchdog. Such a stream is not removed. */
    has_reports: Generated<number>;
    /** JSON of the open alerts (open-alerts.ts); null: none. */
    open_alerts: string | null;
    /**
     * JSON of `AlertHold` (open-alerts.ts): staff in the room, a pause, or answered statuses that hold back alerts.
     * Null: nothing holds them back.
     */
    alert_hold: string | null;
    /** Rises with each change of the alerts or of the pause. */
    alert_revision: Generated<number>;
    /** When the server next raises an alert of the room; null: no alert is due. */
    alert_due_at: number | null;
    /** JSON of contract/rules/ingest-rules.ts: the rules that the room has of its own; null: none. */
    own_rules: string | null;
    /** The rules of location, ward and room together, which only home/effective-rules.ts writes. Null: those of the type. */
    rules: string | null;
    /** 1: the client of the room moves to another cell now, or comes from one. Nothing changes the room meanwhile. */
    is_frozen: Generated<number>;
  };
  /** The newest value of each property that a device reports separately, such as "bed" and "door". */
  observation: { stream_uuid: string; name: string; value: string; observed_at: number };
  /**
   * Every accepted report, unchanged. A report id is unique among the reports of its stream of one day; before a report
   * is stored, its id is looked up in the last days (report-store.ts). Its stream may have been removed.
   */
  report: {
    sequence: Generated<number>;
    stream_uuid: string;
    report_id: string | null;
    status: number;
    notification: number;
    at: number;
    received_at: number;
    /** The stream's revision after this report. */
    revision: number;
    /** The sender: a device key, an equipment connection or the watchdog. */
    device_key_id: string;
    effect: Generated<ReportEffect>;
  };
  /** What happened to each alert. Rows are never changed. The stream may have been removed. */
  alert_event: {
    sequence: Generated<number>;
    alert_uuid: string;
    stream_uuid: string;
    /** When it happened, by the server's clock. */
    at: number;
    event: AlertEvent;
    /** JSON of the alert after the event, as in `open_alerts`. */
    alert: string;
  };
  /** When the alerts of each room were paused, and by whom. Rows are never changed. The stream may have been removed. */
  pause_event: {
    sequence: Generated<number>;
    stream_uuid: string;
    /** When it happened, by the server's clock. */
    at: number;
    event: PauseEventName;
    /** JSON of `AlertActor`. */
    actor: string;
    /** When the pause will end by itself; null: it has ended. */
    ends_at: number | null;
  };
  audit_event: AuditEventTable;
  /** The outcomes of recent changes, for callers that lost the response. Old rows are deleted. */
  change_outcome: {
    /** The subject of the user who sent the change. */
    subject: string;
    /** The Idempotency-Key, which the caller has chosen. */
    id: string;
    started_at: number;
    /**
     * The HTTP status of the response. Null: the change is running. 0: the caller asked for the outcome before the
     * change arrived.
     */
    status: number | null;
    /** The body of the response; null: there is none, or it is shown only once. */
    answer: string | null;
  };
  /** The processes on PostgreSQL. A process that is stopped deletes its row. */
  server_process: {
    /** The machine and the port. */
    name: string;
    /** JSON of `ProcessStatus`. */
    facts: string;
    seen_at: number;
  };
  group_right: {
    group_name: string;
    role: Role;
    scope_kind: Scope['kind'];
    /** Empty for the scope `everything`. */
    scope_uuid: string;
  };
  /**
   * The process that reads the external MQTT broker (id 1), and the one that publishes to it (id 2). The first process
   * creates the row. On SQLite `holder` stays empty.
   */
  mqtt_reader: {
    id: number;
    /** The client id of this installation at the broker. */
    client_id: string;
    /** Id of the process that holds the lease; empty: none does. */
    holder: string;
    /** Rises with each renewal. Other processes watch it instead of a time, because the clocks of machines differ. */
    beat: number;
  };
}
