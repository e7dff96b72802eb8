/** Applies the messages of one transaction to the streams that it loaded. Collects the rows that it has to write. */
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import { ingest, type LogEntry } from '../../../domain/ingest/ingest.ts';
import type { IngestRules } from '../../../domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import { discardsValues } from '../../../domain/ingest/presence.ts';
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import { offlineSourceOf } from '../../../domain/source.ts';
import { isWithin, type Scope } from '../../../domain/user.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import { ownKeyIds } from '../../database/own-key-ids.ts';
import { reportEffectColumn } from '../../database/report-effect.ts';
import { addObservation, discardObservations, type Observations } from './observations.ts';
import { type ReportRow, reportKey, stateOf, type StreamRow, withState } from './report-store.ts';

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
  readonly rules: IngestRules;
  state: IngestState;
}

/** A heartbeat alone is written at most this often, or ten times within `offlineAfterMs`. */
const minSeenWriteIntervalMs = 5_000;

/** `reportKeys`: the `reportKey` of each report of the batch that is already stored. */
export function createIngestBatch(streams: readonly StreamRow[], reportKeys: Set<string>, observations: Observations) {
  const reports: ReportRow[] = [];
  const batchStreams = new Map<string, BatchStream>(
    streams.map((row) => [row.uuid, { row, rules: ingestRulesOfStream(row.type, row.rules), state: stateOf(row) }]),
  );

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
      const stream = batchStreams.get(item.streamUUID);
      if (stream === undefined || !isWithin(sender.scope, stream.row.place)) return { outcome: 'unknown-stream' };
      if (isRepeatedId(item)) return { outcome: 'duplicate', revision: stream.state.revision };
      const observed = observe(item, stream.state, receivedAt);
      const { state, log } = ingest(stream.state, item, stream.rules, receivedAt, observed);
      stream.state = state;
      for (const entry of log) reports.push(reportRow(item.streamUUID, entry, receivedAt, sender.keyId));
      // A retained message comes from the broker, which ignores the outcome. So it is not marked as late.
      const isLate = log.at(-1)?.effect === 'late' && !('isRetained' in item && item.isRetained);
      return { outcome: 'accepted', revision: state.revision, ...(isLate && { isLate }) };
    },
    /** The rows to write after all items were added, and the newest state of each stream whose revision has changed. */
    result: () => {
      const all = [...batchStreams.values()];
      return {
        reports,
        streams: all.filter(hasChanged).map(({ row, state }) => withState(row, state)),
        updates: all.filter(({ row, state }) => row.revision !== state.revision).map(updateOf),
      };
    },
  };
}

function updateOf({ row, state }: BatchStream): WardUpdate {
  const { roomStatus, lastNotification, lastNotificationSent, revision } = state;
  const { uuid, ward_uuid: wardUUID } = row;
  const offlineSource = offlineSourceOf(state.offlineSources);
  const shown = { uuid, roomStatus, lastNotification, lastNotificationSent, revision };
  return { wardUUID, update: { ...shown, ...(offlineSource !== undefined && { offlineSource }) } };
}

function hasChanged({ row, rules, state }: BatchStream): boolean {
  const { seenAt, ...rest } = state;
  const { seenAt: storedSeenAt, ...storedRest } = stateOf(row);
  const writeIntervalMs = Math.min(minSeenWriteIntervalMs, (rules.offlineAfterMs ?? Infinity) / 10);
  const isSeenCurrent =
    seenAt === storedSeenAt ||
    (seenAt !== null && storedSeenAt !== null && Math.abs(seenAt - storedSeenAt) < writeIntervalMs);
  return !isSeenCurrent || JSON.stringify(rest) !== JSON.stringify(storedRest);
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
