/** Applies the messages of one transaction to the streams that it loaded. Collects the rows that it has to write. */
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import { ingest, type LogEntry } from '../../../domain/ingest/ingest.ts';
import type { IngestRules } from '../../../domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import { discardsValues } from '../../../domain/ingest/presence.ts';
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import { offlineSourceOf } from '../../../domain/source.ts';
import { isWithin, type Place, type Scope } from '../../../domain/user.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import { ownKeyIds } from '../../database/own-key-ids.ts';
import { reportEffectColumn } from '../../database/report-effect.ts';
import {
  type LoadedRows,
  type ReportRow,
  stateColumns,
  type StateRow,
  type StreamRow,
} from '../../database/report-store.ts';
import { addObservation, changedObservations, discardObservations, toObservations } from './observations.ts';
import { stateOf, stateRow } from './stream-state.ts';

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

interface BatchStream {
  readonly row: StreamRow;
  readonly place: Place;
  readonly rules: IngestRules;
  state: IngestState;
  hasReports: number;
}

/** A heartbeat alone is written at most this often, or ten times within `offlineAfterMs`. */
const minSeenWriteIntervalMs = 5_000;

export function createIngestBatch(loaded: LoadedRows) {
  const reports: ReportRow[] = [];
  const streams = new Map(loaded.streams.map((row) => [row.uuid, batchStream(row)]));
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
  function observe(item: Incoming, state: IngestState, receivedAt: number): ReadonlyMap<string, string> | undefined {
    if (item.kind === 'observation') return addObservation(observations, item, receivedAt);
    return item.kind === 'presence' && discardsValues(state, item)
      ? discardObservations(observations, item)
      : undefined;
  }

  return {
    add: (item: Incoming, { sender, receivedAt }: Delivery): Outcome => {
      const stream = streams.get(item.streamUUID);
      if (stream === undefined || !isWithin(sender.scope, stream.place)) return { outcome: 'unknown-stream' };
      if (isRepeatedId(item)) return { outcome: 'duplicate', revision: stream.state.revision };
      const observed = observe(item, stream.state, receivedAt);
      const { state, log } = ingest(stream.state, item, stream.rules, receivedAt, observed);
      stream.state = state;
      for (const entry of log) {
        const row = reportRow(item.streamUUID, entry, receivedAt, sender.keyId);
        reports.push(row);
        if (row.device_key_id !== ownKeyIds.watchdog) stream.hasReports = 1;
      }
      // A retained message comes from the broker, which ignores the outcome. So it is not marked as late.
      const isLate = log.at(-1)?.effect === 'late' && !('isRetained' in item && item.isRetained);
      return { outcome: 'accepted', revision: state.revision, ...(isLate && { isLate }) };
    },
    /** The rows to write after all items were added, and the newest state of each stream whose revision has changed. */
    result: () => {
      const all = [...streams.values()];
      return {
        reports,
        streams: all.flatMap(changedState),
        ...changedObservations(observations),
        updates: all.filter(({ row, state }) => row.revision !== state.revision).map(updateOf),
      };
    },
  };
}

function batchStream(row: StreamRow): BatchStream {
  const { ward_uuid: wardUUID, location_uuid: locationUUID, client_uuid: clientUUID } = row;
  const rules = ingestRulesOfStream(row.type, row.rules);
  return {
    row,
    rules,
    state: stateOf(row),
    hasReports: row.has_reports,
    place: { clientUUID, locationUUID, wardUUID },
  };
}

function reportKey(streamUuid: string, reportId: string): string {
  return `${streamUuid} ${reportId}`;
}

function updateOf({ row, state }: BatchStream): WardUpdate {
  const { roomStatus, lastNotification, lastNotificationSent, revision } = state;
  const { uuid, ward_uuid: wardUUID } = row;
  const offlineSource = offlineSourceOf(state.offlineSources);
  const shown = { uuid, roomStatus, lastNotification, lastNotificationSent, revision };
  return { wardUUID, update: { ...shown, ...(offlineSource !== undefined && { offlineSource }) } };
}

/** The row of a stream, if it has to be written. */
function changedState({ row, rules, state, hasReports }: BatchStream): readonly StateRow[] {
  const changed = { ...stateRow(row.uuid, state), has_reports: hasReports };
  const isEqual = stateColumns.every((column) =>
    column === 'seen_at' ? isSeenCurrent(row.seen_at, changed.seen_at, rules) : row[column] === changed[column],
  );
  return isEqual ? [] : [changed];
}

function isSeenCurrent(stored: number | null, seenAt: number | null, { offlineAfterMs }: IngestRules): boolean {
  if (stored === null || seenAt === null) return stored === seenAt;
  const writeIntervalMs = Math.min(minSeenWriteIntervalMs, (offlineAfterMs ?? Infinity) / 10);
  return stored === seenAt || Math.abs(stored - seenAt) < writeIntervalMs;
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
