/**
 * The port for storing reports. It does not use the query builder: every report passes here, so each database has its
 * own fixed statements.
 */
import type { Insertable, Selectable } from 'kysely';
import type { Schema } from './schema.ts';

type StreamTable = Selectable<Schema['stream']>;

/** The columns of a stream that contain its state, apart from its uuid. */
export const stateColumns = [
  'room_status',
  'last_notification',
  'last_notification_sent',
  'revision',
  'reported_at',
  'seen_at',
  'status_before_silence',
  'offline_sources',
  'status_source',
  'discarded_values',
  'pending_status',
  'pending_at',
  'pending_due_at',
  'pending_notification',
  'has_reports',
  'open_alerts',
  'alert_revision',
  'alert_due_at',
  'alert_hold',
] as const satisfies readonly (keyof StreamTable)[];

export type StateRow = Pick<StreamTable, 'uuid' | (typeof stateColumns)[number]>;

/** A stream with its place in the hierarchy. */
export interface StreamRow extends StateRow, Pick<StreamTable, 'ward_uuid' | 'type' | 'status' | 'rules'> {
  readonly location_uuid: string;
  readonly client_uuid: string;
}

export type ReportRow = Required<Omit<Insertable<Schema['report']>, 'sequence'>>;

export type ObservationRow = Schema['observation'];

/** One row of the alert history. */
export type AlertEventRow = Required<Omit<Insertable<Schema['alert_event']>, 'sequence'>>;

/** One row of the pause history. */
export type PauseEventRow = Required<Omit<Insertable<Schema['pause_event']>, 'sequence'>>;

/** One event of the audit log. */
type AuditEventRow = Insertable<Schema['audit_event']>;

/** The idempotency key of a report. A report id is unique within its stream only. */
export type ReportKey = Readonly<Record<'stream_uuid' | 'report_id', string>>;

/** A stored report with a wanted key. */
export type KeyedReport = ReportKey & Pick<ReportRow, 'status' | 'at'>;

const dayMs = 86_400_000;

/**
 * The days of receipt in which a report id is searched, because the index of the ids is ordered by day. They cover at
 * least two days. The next day is included, because the clock of another process may be ahead.
 */
export function daysOfReportId(receivedAt: number): readonly [number, number, number, number] {
  const today = Math.floor(receivedAt / dayMs);
  return [today + 1, today, today - 1, today - 2];
}

/** Names the rows that a group of messages needs. No uuid is named twice. */
export interface RowsToLoad {
  readonly streamUuids: readonly string[];
  readonly reportKeys: readonly ReportKey[];
  /** The newest time of receipt among the messages that are stored together. Epoch milliseconds. */
  readonly receivedAt: number;
  /** The streams whose observed values are needed. */
  readonly observedUuids: readonly string[];
}

export interface LoadedRows {
  /** The streams that exist. */
  readonly streams: readonly StreamRow[];
  /** The stored reports with the wanted idempotency keys. */
  readonly keyedReports: readonly KeyedReport[];
  readonly observations: readonly ObservationRow[];
}

export interface ChangedRows {
  readonly reports: readonly ReportRow[];
  readonly streams: readonly StateRow[];
  readonly observations: readonly ObservationRow[];
  readonly deletedObservations: readonly Pick<ObservationRow, 'stream_uuid' | 'name'>[];
  readonly alertEvents: readonly AlertEventRow[];
  readonly pauseEvents: readonly PauseEventRow[];
  /** The audit events of a change by a user. Reports have none. */
  readonly auditEvents?: readonly AuditEventRow[];
}

export interface ReportStore {
  /** The maximum number of messages of one transaction. */
  readonly maxItems: number;
  /**
   * Loads rows and stores what `decide` makes of them, in one transaction. No other transaction changes the loaded
   * streams at the same time. What is stored survives a power failure only after `durable`.
   */
  transact<Changes extends ChangedRows>(wanted: RowsToLoad, decide: (loaded: LoadedRows) => Changes): Promise<Changes>;
  /** Resolves when everything that was committed before the call is on disk. */
  durable(): Promise<void>;
}
