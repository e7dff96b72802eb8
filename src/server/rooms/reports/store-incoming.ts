/** One transaction for all that arrived together: streams, log and parts. What it returns is durable. */
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import type { IngestRules } from '../../../domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../../domain/ingest/ingest.ts';
import type { Incoming, IncomingObservation, Outcome } from '../../../domain/ingest/incoming.ts';
import { eventTime } from '../../../domain/ingest/status-report.ts';
import { isWithin, type Place, type Scope } from '../../../domain/user.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { reportEffectColumn } from '../../database/report-effect.ts';
import { decide, type LogEntry } from './decide.ts';
import {
  type KnownStream,
  loadKnownReports,
  loadObserved,
  loadStreams,
  type Observed,
  type Part,
  reportKey,
  type ReportRow,
  storeObserved,
  storeReports,
  storeStreams,
} from './report-store.ts';
import { stateOf, updateOf, withState } from './stream-row.ts';

export interface Sender {
  readonly keyId: string;
  readonly scope: Scope;
}

export interface Delivery {
  readonly sender: Sender;
  readonly items: readonly Incoming[];
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface Stored {
  /** One a delivery, with one outcome an item. */
  readonly answers: readonly (readonly Outcome[])[];
  /** The newest state of each stream that shows something else than before. */
  readonly updates: readonly WardUpdate[];
}

/** That a device is there needs no writing more often than this, or ten times within its silence. Milliseconds. */
const minSeenWriteIntervalMs = 5_000;

export async function storeDeliveries(database: Database, deliveries: readonly Delivery[]): Promise<Stored> {
  const all = deliveries.flatMap(({ items }) => items);
  const uuids = uuidsOf(all);
  const ids = [...new Set(all.flatMap((item) => (item.kind === 'report' && item.id !== null ? [item.id] : [])))];
  const observing = uuidsOf(all.filter(({ kind }) => kind === 'observation'));

  return database.query.transaction().execute(async (transaction) => {
    const streams = await loadStreams(transaction, database.kind, uuids);
    const known = await loadKnownReports(transaction, uuids, ids);
    const observed = await loadObserved(transaction, observing);
    const table = createTable(streams, known, observed);
    const answers = deliveries.map((delivery) => delivery.items.map((item) => table.take(item, delivery)));
    await storeReports(transaction, table.log);
    await storeStreams(transaction, [...table.written.values()]);
    await storeObserved(transaction, table.newlyObserved);
    return { answers, updates: [...table.shown.values()].map(updateOf) };
  });
}

/** What the transaction has read, and what it is going to write. */
function createTable(streams: Map<string, KnownStream>, known: Set<string>, observed: Observed) {
  const log: ReportRow[] = [];
  const written = new Map<string, KnownStream>();
  const shown = new Map<string, KnownStream>();
  const newlyObserved: Observed = new Map();
  const states = new Map<string, { state: IngestState; readonly rules: IngestRules }>();

  function take(item: Incoming, { sender, receivedAt }: Delivery): Outcome {
    const stream = streams.get(item.streamUUID);
    if (stream === undefined || !isWithin(sender.scope, placeOf(stream))) return { outcome: 'unknown-stream' };
    const present = states.get(stream.uuid) ?? {
      state: stateOf(stream),
      rules: ingestRulesOfStream(stream.type, stream.rules),
    };
    states.set(stream.uuid, present);
    const { state: before, rules } = present;
    if (item.kind === 'report' && item.id !== null) {
      const key = reportKey(stream.uuid, item.id);
      if (known.has(key)) return { outcome: 'duplicate', revision: before.revision };
      known.add(key);
    }
    if (item.kind === 'observation') observe(item, receivedAt);
    const values = new Map([...(observed.get(stream.uuid) ?? [])].map(([name, { value }]) => [name, value]));
    const decision = decide(item, before, { rules, receivedAt, observed: values });
    for (const entry of decision.log) log.push(reportRow(stream.uuid, entry, receivedAt, sender.keyId));
    keep(stream, before, decision.state, rules);
    present.state = decision.state;
    // What a broker had kept nobody has just sent.
    const isKept = 'isKept' in item && item.isKept;
    const isHistory = !isKept && decision.log.at(-1)?.effect === 'late';
    return { outcome: 'accepted', revision: decision.state.revision, ...(isHistory && { isHistory }) };
  }

  function keep(stream: KnownStream, before: IngestState, state: IngestState, rules: IngestRules): void {
    if (isSame(before, state, rules)) return;
    const row = withState(stream, state);
    written.set(stream.uuid, row);
    if (state.revision !== before.revision) shown.set(stream.uuid, row);
    else if (shown.has(stream.uuid)) shown.set(stream.uuid, row);
  }

  /** Another process may have stored before us what came after this. */
  function observe(said: IncomingObservation, receivedAt: number): void {
    const { streamUUID, values, at: saidAt, isKept, waitedSince = receivedAt } = said;
    const at = isKept === true ? Math.min(saidAt ?? receivedAt, receivedAt) : Math.min(waitedSince, receivedAt);
    const newest = observed.get(streamUUID) ?? new Map<string, Part>();
    const fresh = newlyObserved.get(streamUUID) ?? new Map<string, Part>();
    newlyObserved.set(streamUUID, fresh);
    for (const [name, value] of Object.entries(values)) {
      const knownAt = newest.get(name)?.at ?? -Infinity;
      // A time ahead of ours comes of our own clock, set back since.
      if (knownAt > at && eventTime(knownAt, receivedAt) === knownAt) continue;
      newest.set(name, { value, at });
      fresh.set(name, { value, at });
    }
  }

  return { log, written, shown, newlyObserved, take };
}

function isSame(before: IngestState, state: IngestState, { silentAfter }: IngestRules): boolean {
  const withinMs = Math.min(minSeenWriteIntervalMs, (silentAfter ?? Infinity) * 100);
  const { seenAt, ...rest } = state;
  const { seenAt: seenBefore, ...restBefore } = before;
  const isSeenSame =
    seenAt === seenBefore || (seenAt !== null && seenBefore !== null && Math.abs(seenAt - seenBefore) < withinMs);
  return isSeenSame && JSON.stringify(rest) === JSON.stringify(restBefore);
}

function uuidsOf(items: readonly Incoming[]): readonly string[] {
  return [...new Set(items.map(({ streamUUID }) => streamUUID))];
}

function placeOf({ client_uuid, location_uuid, ward_uuid }: KnownStream): Place {
  return { clientUUID: client_uuid, locationUUID: location_uuid, wardUUID: ward_uuid };
}

function reportRow(uuid: string, entry: LogEntry, receivedAt: number, keyId: string): ReportRow {
  return {
    stream_uuid: uuid,
    report_id: entry.reportId,
    status: entry.status,
    notification: entry.notification ? 1 : 0,
    at: entry.at,
    received_at: receivedAt,
    revision: entry.revision,
    device_key_id: entry.by ?? keyId,
    effect: reportEffectColumn[entry.effect],
  };
}
