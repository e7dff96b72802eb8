/**
 * Stores reports in PostgreSQL in two round trips: one loads and locks the rows, one writes and commits. The text of
 * each statement is fixed, however many rows it has, so that PostgreSQL plans it once for each connection.
 */
import {
  type ChangedRows,
  daysOfReportId,
  type LoadedRows,
  type ObservationRow,
  type KeyedReport,
  type ReportStore,
  stateColumns,
  type StreamRow,
  type RowsToLoad,
} from '../report-store.ts';
import { auditEventColumns } from '../tables/audit-event-table.ts';
import { touchedNightsOf } from '../touched-nights.ts';
import { retryLater } from '../../shared/retry-later.ts';
import type { PostgresConnection, Pool, PreparedResult } from './postgres-pool.ts';

const integers = [
  'room_status',
  'last_notification',
  'status_before_silence',
  'pending_status',
  'pending_notification',
];
const texts = ['offline_sources', 'status_source', 'discarded_values', 'open_alerts', 'alert_hold'];
const typedStateColumns = stateColumns.map((column) => {
  const type = integers.includes(column) ? 'integer' : texts.includes(column) ? 'text' : 'bigint';
  return `${column} ${type}`;
});

// The rows to write are one JSON text each, because pg converts such a text much faster than an array for each column.
const statements = {
  streams: `
    select stream.uuid, type, stream.status, rules, ward_uuid, location_uuid, client_uuid, ${stateColumns.join(', ')} from stream
    join ward on ward.uuid = ward_uuid join location on location.uuid = location_uuid
    where stream.uuid = any($1::text[]) and is_frozen = 0 order by stream.uuid for update of stream`,
  existing: 'select uuid from stream where uuid = any($1::text[]) limit 1',
  // With a limit, the index is read once for each wanted key. A plain join may read a whole day of reports instead.
  keyedReports: `
    select wanted.stream_uuid, wanted.report_id, status, at
    from json_to_recordset($1) as wanted (stream_uuid text, report_id text) cross join lateral (
      select status, at from report where received_at / 86400000 = any($2::bigint[])
        and report.stream_uuid = wanted.stream_uuid and report.report_id = wanted.report_id limit 1
    ) as stored`,
  observations: 'select stream_uuid, name, value, observed_at from observation where stream_uuid = any($1::text[])',
  insertReports: `
    insert into report (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
    select stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect
    from json_to_recordset($1) as added (stream_uuid text, report_id text, status integer, notification integer,
      at bigint, received_at bigint, revision bigint, device_key_id text, effect text)`,
  // The list of uuids makes PostgreSQL use the index. Without it, the plan for an unknown number of rows reads the
  // whole table.
  updateStreams: `
    update stream set ${stateColumns.map((column) => `${column} = changed.${column}`).join(', ')}
    from json_to_recordset($1) as changed (uuid text, ${typedStateColumns.join(', ')})
    where stream.uuid = any($2::text[]) and stream.uuid = changed.uuid`,
  upsertObservations: `
    insert into observation (stream_uuid, name, value, observed_at)
    select stream_uuid, name, value, observed_at
    from json_to_recordset($1) as changed (stream_uuid text, name text, value text, observed_at bigint)
    on conflict (stream_uuid, name) do update set value = excluded.value, observed_at = excluded.observed_at`,
  // Inserts in the order of the list, because the sequence defines the order of the events.
  insertAlertEvents: `
    insert into alert_event (alert_uuid, stream_uuid, at, event, alert)
    select alert_uuid, stream_uuid, at, event, alert
    from json_to_recordset($1) as added (alert_uuid text, stream_uuid text, at bigint, event text, alert text)`,
  insertPauseEvents: `
    insert into pause_event (stream_uuid, at, event, actor, ends_at)
    select stream_uuid, at, event, actor, ends_at
    from json_to_recordset($1) as added (stream_uuid text, at bigint, event text, actor text, ends_at bigint)`,
  touchNights: `
    update room_night set wanted = wanted + 1 where sequence in (
      select night.sequence from room_night night join json_to_recordset($1) as touched (stream_uuid text, at bigint)
      on night.stream_uuid = touched.stream_uuid and night.from_at <= touched.at and night.to_at > touched.at
    )`,
  insertAuditEvents: `
    insert into audit_event (${auditEventColumns.join(', ')})
    select ${auditEventColumns.join(', ')} from json_populate_recordset(null::audit_event, $1)`,
  deleteObservations: `
    delete from observation
    using json_to_recordset($1) as deleted (stream_uuid text, name text)
    where observation.stream_uuid = deleted.stream_uuid and observation.name = deleted.name`,
};

/**
 * The maximum number of reports in a transaction. It is higher than on SQLite, because the event loop does not wait for
 * the transaction and only converts the rows.
 */
const maxItems = 500;

/** Creates the report store on the connections of a pool. `onError`: called with each error of PostgreSQL. */
export function createPostgresReportStore(pool: Pool, onError: (error: unknown) => void): ReportStore {
  async function transact<Changes extends ChangedRows>(
    wanted: RowsToLoad,
    decide: (loaded: LoadedRows) => Changes,
  ): Promise<Changes> {
    const connection = await pool.connect();
    try {
      const changes = decide(await load(connection, wanted));
      await store(connection, changes);
      return changes;
    } catch (error) {
      onError(error);
      await connection.query('rollback', []).catch(() => undefined);
      throw error;
    } finally {
      connection.release();
    }
  }

  // `durable` resolves at once, because PostgreSQL responds to a commit when it is on disk.
  return { maxItems, transact, durable: async () => undefined };
}

async function load(connection: PostgresConnection, wanted: RowsToLoad): Promise<LoadedRows> {
  const { streamUuids, reportKeys, receivedAt, observedUuids } = wanted;
  // Locks the rows in the order of the uuids, so that no deadlock can arise. The following statements start when this
  // transaction has its locks, so they read what the previous holders of the locks have committed.
  const begun = connection.query('begin', []);
  const responses = [
    run<StreamRow>(connection, 'streams', streamUuids),
    reportKeys.length === 0
      ? noRows<KeyedReport>()
      : run<KeyedReport>(connection, 'keyedReports', toJson(reportKeys), daysOfReportId(receivedAt)),
    observedUuids.length === 0
      ? noRows<ObservationRow>()
      : run<ObservationRow>(connection, 'observations', observedUuids),
  ] as const;
  await waitForResponses([begun, ...responses]);
  const [locked, keyed, observations] = await Promise.all(responses);
  // After a wait for a lock, PostgreSQL reads only the locked row again. A room that was moved meanwhile no longer
  // matches the ward that was read before, so it is missing in `locked` and another statement reads it.
  const isComplete = locked.rows.length === streamUuids.length;
  const streams = isComplete ? locked : await run<StreamRow>(connection, 'streams', streamUuids);
  if (streams.rows.length < streamUuids.length) {
    const found = new Set(streams.rows.map(({ uuid }) => uuid));
    const missing = streamUuids.filter((uuid) => !found.has(uuid));
    await assertUnknown(connection, missing);
  }
  return { streams: streams.rows, keyedReports: keyed.rows, observations: observations.rows };
}

/**
 * Throws AppError `unavailable` when one of the missing rooms exists: it was frozen when the rooms were read, because its
 * client moves to another cell. The move may have ended since, but the device must still send its report again, which
 * it does not after a refusal as unknown.
 */
async function assertUnknown(connection: PostgresConnection, uuids: readonly string[]): Promise<void> {
  const { rows } = await run(connection, 'existing', uuids);
  if (rows.length > 0) throw retryLater('unavailable', 'The rooms move to another server right now.', 1);
}

async function store(connection: PostgresConnection, changes: ChangedRows): Promise<void> {
  const { reports, streams, observations, deletedObservations, alertEvents, pauseEvents, auditEvents = [] } = changes;
  const uuids = streams.map(({ uuid }) => uuid);
  const touched = touchedNightsOf(reports);
  const responses = [
    ...(reports.length === 0 ? [] : [run(connection, 'insertReports', toJson(reports))]),
    ...(touched.length === 0 ? [] : [run(connection, 'touchNights', toJson(touched))]),
    ...(streams.length === 0 ? [] : [run(connection, 'updateStreams', toJson(streams), uuids)]),
    ...(deletedObservations.length === 0 ? [] : [run(connection, 'deleteObservations', toJson(deletedObservations))]),
    ...(observations.length === 0 ? [] : [run(connection, 'upsertObservations', toJson(observations))]),
    ...(alertEvents.length === 0 ? [] : [run(connection, 'insertAlertEvents', toJson(alertEvents))]),
    ...(pauseEvents.length === 0 ? [] : [run(connection, 'insertPauseEvents', toJson(pauseEvents))]),
    ...(auditEvents.length === 0 ? [] : [run(connection, 'insertAuditEvents', toJson(auditEvents))]),
    // If a statement failed, PostgreSQL rolls back instead of committing.
    connection.query('commit', []),
  ];
  await waitForResponses(responses);
}

function run<Row extends object>(connection: PostgresConnection, name: keyof typeof statements, ...values: unknown[]) {
  return connection.runPrepared<Row>({ name, text: statements[name], values });
}

async function noRows<Row>(): Promise<PreparedResult<Row>> {
  return { rows: [] };
}

function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows);
}

/** Waits until every statement has a response, so that the connection is free. Throws the first error. */
async function waitForResponses(responses: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(responses);
  await Promise.all(responses);
}
