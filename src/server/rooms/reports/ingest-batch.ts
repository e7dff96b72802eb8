/** Applies the messages of one transaction to the streams that it loaded. Collects the rows that it has to write. */
import type { AlertTransition } from '../../../domain/alerts/alert.ts';
import { ingest, type LogEntry } from '../../../domain/ingest/ingest.ts';
import type { ObservedValues } from '../../../domain/ingest/derived-status.ts';
import { withoutDiscarded } from '../../../domain/ingest/discarded-values.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import { discardsValues } from '../../../domain/ingest/presence.ts';
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import { isWithin, type Scope } from '../../../domain/user.ts';
import { alertEventRow } from '../../database/open-alerts.ts';
import { ownKeyIds } from '../../database/own-key-ids.ts';
import { reportEffectColumn } from '../../database/report-effect.ts';
import type { LoadedRows, ReportRow } from '../../database/report-store.ts';
import { ChangingStream } from './changing-stream.ts';
import { addObservation, changedObservations, discardObservations, toObservations } from './observations.ts';
import { alertChange } from './stream-alerts.ts';

export interface Sender {
  readonly keyId: string;
  readonly scope: Scope;
}

/** Messages that one sender sent together. */
export interface Delivery {
  readonly sender: Sender;
  readonly items: readonly Incoming[];
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export function createIngestBatch(loaded: LoadedRows) {
  const reports: ReportRow[] = [];
  const transitions: AlertTransition[] = [];
  const streams = new Map(loaded.streams.map((row) => [row.uuid, new ChangingStream(row)]));
  const observations = toObservations(loaded.observations);
  const reportKeys = new Set(loaded.reportKeys.map((key) => reportKey(key.stream_uuid, key.report_id)));

  /** Whether a report with the id was accepted before, in this batch or earlier. Remembers the id. */
  function isRepeatedId(item: Incoming): boolean {
    if (item.kind !== 'report' || item.id === null) return false;
    const key = reportKey(item.streamUUID, item.id);
    const isRepeated = reportKeys.has(key);
    reportKeys.add(key);
    return isRepeated;
  }

  /** The values of the room that `ingest` needs for this item. */
  function observe(item: Incoming, state: IngestState, receivedAt: number): ObservedValues | undefined {
    if (item.kind === 'observation') return addObservation(observations, item, receivedAt);
    return item.kind === 'presence' && discardsValues(state, item)
      ? discardObservations(observations, item)
      : undefined;
  }

  return {
    add: (sent: Incoming, { sender, receivedAt }: Delivery): Outcome => {
      const stream = streams.get(sent.streamUUID);
      if (stream === undefined || !isWithin(sender.scope, stream.place)) return { outcome: 'unknown-stream' };
      const item = withoutDiscarded(stream.state, sent);
      if (isRepeatedId(item)) return { outcome: 'duplicate', revision: stream.state.revision };
      const observed = observe(item, stream.state, receivedAt);
      const ingested = ingest(stream.state, item, stream.rules, receivedAt, observed);
      const { log } = ingested;
      const change = alertChange(stream, item, ingested, receivedAt);
      stream.state = ingested.state;
      stream.changeAlerts(change);
      transitions.push(...change.transitions);
      for (const entry of log) {
        const row = reportRow(item.streamUUID, entry, receivedAt, sender.keyId);
        reports.push(row);
        if (row.device_key_id !== ownKeyIds.watchdog) stream.markReported();
      }
      // A retained message comes from the broker, which ignores the outcome. So it is not marked as late.
      const isLate = log.at(-1)?.effect === 'late' && !('isRetained' in item && item.isRetained);
      const hasAlerted = isLate && change.transitions.some(({ event }) => event === 'opened');
      const late = { ...(isLate && { isLate }), ...(hasAlerted && { hasAlerted }) };
      return { outcome: 'accepted', revision: stream.state.revision, ...late };
    },
    /** The rows to write after all items were added, and the newest state of each stream whose revision has changed. */
    result: () => {
      const all = [...streams.values()];
      return {
        reports,
        transitions,
        alertEvents: transitions.map(alertEventRow),
        pauseEvents: all.flatMap((stream) => stream.pauseEvents),
        streams: all.flatMap((stream) => stream.changedRow() ?? []),
        ...changedObservations(observations),
        updates: all.flatMap((stream) => stream.update() ?? []),
      };
    },
  };
}

function reportKey(streamUuid: string, reportId: string): string {
  return `${streamUuid} ${reportId}`;
}

function reportRow(streamUuid: string, entry: LogEntry, receivedAt: number, keyId: string): ReportRow {
  return {
    stream_uuid: streamUuid,
    report_id: entry.reportId,
    status: entry.status,
    notification: entry.notification ? 1 : 0,
    at: entry.at,
    received_at: receivedAt,
    revision: entry.revision,
    device_key_id: entry.by === 'sender' ? keyId : ownKeyIds[entry.by],
    effect: reportEffectColumn[entry.effect],
  };
}
