/** Stores reports in SQLite with prepared statements. One transaction runs within one turn of the event loop. */
import type Sqlite from 'better-sqlite3';
import {
  type ChangedRows,
  daysOfReportId,
  type KeyedReport,
  type LoadedRows,
  type ObservationRow,
  type ReportStore,
  stateColumns,
  type StateRow,
  type StreamRow,
  type RowsToLoad,
} from '../report-store.ts';
import { auditEventColumns } from '../tables/audit-event-table.ts';
import { touchedNightsOf } from '../touched-nights.ts';
import type { ConnectionLock } from './connection-lock.ts';
import type { Durability } from './durability.ts';
import { createStreamCache, type WriteCounter } from './stream-cache.ts';

/**
 * The maximum number of reports in a transaction. With this many it blocks the event loop, and so every board, for
 * about 5 ms.
 */
const maxItems = 100;
/**
 * The maximum number of cached update statements. There is one for each combination of changed columns; in practice
 * only a few combinations occur.
 */
const maxStreamUpdates = 64;

interface ReportStoreOptions {
  readonly sqlite: Sqlite.Database;
  readonly lock: ConnectionLock;
  readonly durability: Durability;
  readonly writes: WriteCounter;
  /** Called with each error of SQLite. */
  readonly onError: (error: unknown) => void;
}

export function createSqliteReportStore({
  sqlite,
  lock,
  durability,
  writes,
  onError,
}: ReportStoreOptions): ReportStore {
  // Statements are prepared at the first use, because the tables exist only after the migration.
  let prepared: Statements | undefined;

  function transact<Changes extends ChangedRows>(wanted: RowsToLoad, decide: (loaded: LoadedRows) => Changes): Changes {
    prepared ??= prepareStatements(sqlite, writes);
    prepared.begin.run();
    try {
      const changes = decide(load(prepared, wanted));
      store(prepared, changes);
      prepared.commit.run();
      durability.committed();
      prepared.streams.committed(changes.streams);
      return changes;
    } catch (error) {
      // The rollback is skipped when SQLite has already rolled back, which it does when the disk is full.
      if (sqlite.inTransaction) prepared.rollback.run();
      throw error;
    }
  }

  return {
    maxItems,
    transact: (wanted, decide) =>
      lock.run(() => {
        try {
          return transact(wanted, decide);
        } catch (error) {
          onError(error);
          throw error;
        }
      }),
    durable: durability.durable,
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(sqlite: Sqlite.Database, writes: WriteCounter) {
  // `(select ?)` instead of `?` keeps the query plan independent of the value. Otherwise SQLite would prepare the
  // statement again for each stream, which costs five times as much as running it.
  const stream = sqlite.prepare<[string], StreamRow>(
    `select stream.uuid, type, status, rules, ward_uuid, location_uuid, client_uuid, ${stateColumns.join(', ')} from stream
     join ward on ward.uuid = ward_uuid join location on location.uuid = location_uuid
     where stream.uuid = (select ?)`,
  );
  return {
    streams: createStreamCache(sqlite, writes, (uuid) => stream.get(uuid)),
    // `immediate` takes the write lock at once. See `Driver.beginTransaction` in sqlite-dialect.ts.
    begin: sqlite.prepare('begin immediate'),
    commit: sqlite.prepare('commit'),
    rollback: sqlite.prepare('rollback'),
    report: sqlite.prepare<[number, number, number, number, string, string], KeyedReport>(
      `select stream_uuid, report_id, status, at from report
       where received_at / 86400000 in (?, ?, ?, ?) and stream_uuid = ? and report_id = ?`,
    ),
    observations: sqlite.prepare<[string], ObservationRow>(
      'select stream_uuid, name, value, observed_at from observation where stream_uuid = ?',
    ),
    insertReport: sqlite.prepare(
      `insert into report (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    updateStream: createStreamUpdates(sqlite),
    upsertObservation: sqlite.prepare(
      `insert into observation (stream_uuid, name, value, observed_at) values (?, ?, ?, ?)
       on conflict (stream_uuid, name) do update set value = excluded.value, observed_at = excluded.observed_at`,
    ),
    insertAlertEvent: sqlite.prepare(
      'insert into alert_event (alert_uuid, stream_uuid, at, event, alert) values (?, ?, ?, ?, ?)',
    ),
    insertPauseEvent: sqlite.prepare(
      'insert into pause_event (stream_uuid, at, event, actor, ends_at) values (?, ?, ?, ?, ?)',
    ),
    touchNight: sqlite.prepare(
      'update room_night set wanted = wanted + 1 where stream_uuid = ? and from_at <= ? and to_at > ?',
    ),
    insertAuditEvent: sqlite.prepare(
      `insert into audit_event (${auditEventColumns.join(', ')}) values (${auditEventColumns.map((name) => `@${name}`).join(', ')})`,
    ),
    deleteObservation: sqlite.prepare('delete from observation where stream_uuid = ? and name = ?'),
  };
}

/** Prepares updates of only the columns that have changed, because each further column costs time. */
function createStreamUpdates(sqlite: Sqlite.Database) {
  const updates = new Map<string, Sqlite.Statement>();
  return (stored: StreamRow, row: StateRow): void => {
    const columns = stateColumns.filter((column) => row[column] !== stored[column]);
    if (columns.length === 0) return;
    const assignments = columns.join(' = ?, ');
    const update = updates.get(assignments) ?? sqlite.prepare(`update stream set ${assignments} = ? where uuid = ?`);
    if (updates.size >= maxStreamUpdates) updates.clear();
    updates.set(assignments, update);
    update.run(...columns.map((column) => row[column]), row.uuid);
  };
}

function load(statements: Statements, { streamUuids, reportKeys, receivedAt, observedUuids }: RowsToLoad): LoadedRows {
  const streams: StreamRow[] = [];
  const days = daysOfReportId(receivedAt);
  statements.streams.begin();
  for (const uuid of streamUuids) {
    const row = statements.streams.get(uuid);
    if (row !== undefined) streams.push(row);
  }
  return {
    streams,
    keyedReports: reportKeys.flatMap(
      ({ stream_uuid, report_id }) => statements.report.get(...days, stream_uuid, report_id) ?? [],
    ),
    observations: observedUuids.flatMap((uuid) => statements.observations.all(uuid)),
  };
}

function store(statements: Statements, changes: ChangedRows): void {
  const { reports, streams, observations, deletedObservations, alertEvents, pauseEvents, auditEvents = [] } = changes;
  for (const row of reports) {
    statements.insertReport.run(
      row.stream_uuid,
      row.report_id,
      row.status,
      row.notification,
      row.at,
      row.received_at,
      row.revision,
      row.device_key_id,
      row.effect,
    );
  }
  for (const row of streams) {
    const stored = statements.streams.get(row.uuid);
    if (stored !== undefined) statements.updateStream(stored, row);
  }
  for (const { stream_uuid, name } of deletedObservations) statements.deleteObservation.run(stream_uuid, name);
  for (const { stream_uuid, name, value, observed_at } of observations) {
    statements.upsertObservation.run(stream_uuid, name, value, observed_at);
  }
  for (const { alert_uuid, stream_uuid, at, event, alert } of alertEvents) {
    statements.insertAlertEvent.run(alert_uuid, stream_uuid, at, event, alert);
  }
  for (const { stream_uuid, at, event, actor, ends_at } of pauseEvents) {
    statements.insertPauseEvent.run(stream_uuid, at, event, actor, ends_at);
  }
  for (const { stream_uuid, at } of touchedNightsOf(reports)) statements.touchNight.run(stream_uuid, at, at);
  for (const row of auditEvents) statements.insertAuditEvent.run(row);
}
