/** Computes what the messages of one transaction change. The domain decides each change, and the database stores it. */
import type { AlertTransition } from '../../../domain/alerts/alert.ts';
import { ingest } from '../../../domain/ingest/ingest.ts';
import type { ReportLogEntry } from '../../../domain/ingest/report-log.ts';
import type { ObservedValues } from '../../../domain/ingest/derived-status.ts';
import { removeDiscardedValues } from '../../../domain/ingest/discarded-values.ts';
import { correctReportTime } from '../../../domain/ingest/report-time.ts';
import { isSentAgain, type StoredReport } from '../../../domain/ingest/repeated-report.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import { isDiscardingValues } from '../../../domain/ingest/presence.ts';
import type { IncomingItem, IngestOutcome } from '../../../domain/ingest/incoming.ts';
import { isInScope, type Scope } from '../../../domain/user.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import { toAlertEventRow } from '../../database/open-alerts.ts';
import { serverKeyIds } from '../../database/own-key-ids.ts';
import type { ChangedRows, LoadedRows, ReportKey, ReportRow, RowsToLoad } from '../../database/report-store.ts';
import { ChangingStream } from './changing-stream.ts';
import { addObservation, collectChangedObservations, discardObservations, toObservations } from './observations.ts';
import { changeAlertsByMessage } from './stream-alerts.ts';

export interface Sender {
  readonly keyId: string;
  readonly scope: Scope;
}

/** Messages that one sender sent together. */
export interface Delivery {
  readonly sender: Sender;
  readonly items: readonly IncomingItem[];
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface IngestedDeliveries extends ChangedRows {
  /** One list for each delivery, with one outcome for each item, in order. */
  readonly outcomes: readonly (readonly IngestOutcome[])[];
  readonly transitions: readonly AlertTransition[];
  /** The newest state of each stream whose revision has changed. */
  readonly updates: readonly WardUpdate[];
}

/** Returns which rows `ingestDeliveries` needs for the deliveries. */
export function rowsToLoadFor(deliveries: readonly Delivery[]): RowsToLoad {
  const streamUuids = new Set<string>();
  const observedUuids = new Set<string>();
  const reportKeys: ReportKey[] = [];
  let receivedAt = -Infinity;
  for (const delivery of deliveries) {
    receivedAt = Math.max(receivedAt, delivery.receivedAt);
    for (const item of delivery.items) {
      streamUuids.add(item.streamUUID);
      if (item.kind === 'observation' || item.kind === 'presence') observedUuids.add(item.streamUUID);
      if (item.kind === 'report' && item.id !== null) {
        reportKeys.push({ stream_uuid: item.streamUUID, report_id: item.id });
      }
    }
  }
  return { streamUuids: [...streamUuids], reportKeys, receivedAt, observedUuids: [...observedUuids] };
}

export function ingestDeliveries(deliveries: readonly Delivery[], loaded: LoadedRows): IngestedDeliveries {
  const streams = new Map(loaded.streams.map((row) => [row.uuid, new ChangingStream(row)]));
  const observations = toObservations(loaded.observations);
  const knownIds = new Map<string, StoredReport>(
    loaded.keyedReports.map((report) => [reportKey(report.stream_uuid, report.report_id), report]),
  );
  const reports: ReportRow[] = [];
  const transitions: AlertTransition[] = [];

  /**
   * Returns undefined for a report that was accepted before, in this transaction or an earlier one, and is sent again.
   * Another report with a known id is stored without the id.
   */
  function withNewId(item: IncomingItem, receivedAt: number): IncomingItem | undefined {
    if (item.kind !== 'report' || item.id === null) return item;
    const key = reportKey(item.streamUUID, item.id);
    const known = knownIds.get(key);
    if (known !== undefined) return isSentAgain(item, known, receivedAt) ? undefined : { ...item, id: null };
    knownIds.set(key, { status: item.status, at: correctReportTime(item.at ?? receivedAt, receivedAt) });
    return item;
  }

  /** Returns the observed values of the room that `ingest` needs for this item. */
  function observe(item: IncomingItem, state: IngestState, receivedAt: number): ObservedValues | undefined {
    if (item.kind === 'observation') return addObservation(observations, item, receivedAt);
    return item.kind === 'presence' && isDiscardingValues(state, item)
      ? discardObservations(observations, item)
      : undefined;
  }

  function ingestItem(sent: IncomingItem, { sender, receivedAt }: Delivery): IngestOutcome {
    const stream = streams.get(sent.streamUUID);
    if (stream === undefined || !isInScope(sender.scope, stream.place)) return { outcome: 'unknown-stream' };
    const item = withNewId(removeDiscardedValues(stream.state, sent), receivedAt);
    if (item === undefined) return { outcome: 'duplicate', revision: stream.state.revision };
    const ingested = ingest(stream.state, item, stream.rules, receivedAt, observe(item, stream.state, receivedAt));
    const alerts = changeAlertsByMessage(stream, item, ingested, receivedAt);
    stream.state = ingested.state;
    stream.changeAlerts(alerts);
    transitions.push(...alerts.transitions);
    for (const entry of ingested.log) {
      const row = reportRow(item.streamUUID, entry, receivedAt, sender.keyId);
      reports.push(row);
      if (row.device_key_id !== serverKeyIds.watchdog) stream.markReported();
    }
    // A retained message is not marked as late, because it comes from the broker, which ignores the outcome.
    const isLate = ingested.log.at(-1)?.effect === 'late' && !('isRetained' in item && item.isRetained);
    const accepted = { outcome: 'accepted', revision: stream.state.revision } as const;
    if (!isLate) return accepted;
    const hasAlerted = alerts.transitions.some(({ event }) => event === 'opened');
    return { ...accepted, isLate, ...(hasAlerted && { hasAlerted }) };
  }

  const outcomes = deliveries.map((delivery) => delivery.items.map((item) => ingestItem(item, delivery)));
  const changed = [...streams.values()];
  return {
    outcomes,
    reports,
    transitions,
    alertEvents: transitions.map(toAlertEventRow),
    pauseEvents: changed.flatMap((stream) => stream.pauseEvents),
    streams: changed.flatMap((stream) => stream.changedRow() ?? []),
    ...collectChangedObservations(observations),
    updates: changed.flatMap((stream) => stream.update() ?? []),
  };
}

function reportKey(streamUuid: string, reportId: string): string {
  return `${streamUuid} ${reportId}`;
}

function reportRow(streamUuid: string, entry: ReportLogEntry, receivedAt: number, keyId: string): ReportRow {
  return {
    stream_uuid: streamUuid,
    report_id: entry.reportId,
    status: entry.status,
    notification: entry.notification ? 1 : 0,
    at: entry.at,
    received_at: receivedAt,
    revision: entry.revision,
    device_key_id: entry.by === 'sender' ? keyId : serverKeyIds[entry.by],
    effect: entry.effect,
  };
}
