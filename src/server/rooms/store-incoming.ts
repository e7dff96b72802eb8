/** One transaction for all that arrived together: streams, log and parts. What it returns is durable. */
import { doorRulesOfStream } from '../../contract/door-rules.ts';
import type { DoorRules } from '../../domain/door-rules.ts';
import type { DoorState } from '../../domain/door.ts';
import type { Incoming, Outcome } from '../../domain/incoming.ts';
import type { Scope } from '../../domain/user.ts';
import type { WardUpdate } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { decide, type LogEntry } from './decide.ts';
import {
  type KnownStream,
  loadKnownReports,
  loadObserved,
  loadStreams,
  type Observed,
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

/** That a device is there needs no writing more often than this. Milliseconds. */
const seenToWithinMs = 5_000;

export async function storeDeliveries(
  database: Database,
  deliveries: readonly Delivery[],
  now: number,
): Promise<Stored> {
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
    await storeObserved(transaction, table.newlyObserved, now);
    return { answers, updates: [...table.shown.values()].map(updateOf) };
  });
}

/** What the transaction has read, and what it is going to write. */
function createTable(streams: Map<string, KnownStream>, known: Set<string>, observed: Observed) {
  const log: ReportRow[] = [];
  const written = new Map<string, KnownStream>();
  const shown = new Map<string, KnownStream>();
  const newlyObserved: Observed = new Map();
  const states = new Map<string, { state: DoorState; readonly rules: DoorRules }>();

  function take(item: Incoming, { sender, receivedAt }: Delivery): Outcome {
    const stream = streams.get(item.streamUUID);
    if (stream === undefined || !isWithin(sender.scope, stream)) return { outcome: 'unknown-stream' };
    const present = states.get(stream.uuid) ?? {
      state: stateOf(stream),
      rules: doorRulesOfStream(stream.type, stream.rules),
    };
    states.set(stream.uuid, present);
    const { state: before, rules } = present;
    if (item.kind === 'report' && item.id !== null) {
      const key = reportKey(stream.uuid, item.id);
      if (known.has(key)) return { outcome: 'duplicate', revision: before.revision };
      known.add(key);
    }
    const decision = decide(item, before, { rules, receivedAt, observed: observed.get(stream.uuid) ?? new Map() });
    if (item.kind === 'observation') observe(stream.uuid, item.values);
    for (const entry of decision.log) log.push(reportRow(stream.uuid, entry, receivedAt, sender.keyId));
    keep(stream, before, decision.state);
    present.state = decision.state;
    return { outcome: 'accepted', revision: decision.state.revision };
  }

  function keep(stream: KnownStream, before: DoorState, state: DoorState): void {
    if (isSame(before, state)) return;
    const row = withState(stream, state);
    written.set(stream.uuid, row);
    if (state.revision !== before.revision) shown.set(stream.uuid, row);
    else if (shown.has(stream.uuid)) shown.set(stream.uuid, row);
  }

  function observe(uuid: string, values: Readonly<Record<string, string>>): void {
    const now = newlyObserved.get(uuid) ?? new Map<string, string>();
    newlyObserved.set(uuid, now);
    for (const [name, value] of Object.entries(values)) {
      now.set(name, value);
      observed.get(uuid)?.set(name, value);
    }
  }

  return { log, written, shown, newlyObserved, take };
}

function isSame(before: DoorState, state: DoorState): boolean {
  const { seenAt, ...rest } = state;
  const { seenAt: seenBefore, ...restBefore } = before;
  const isSeenSame =
    seenAt === seenBefore || (seenAt !== null && seenBefore !== null && Math.abs(seenAt - seenBefore) < seenToWithinMs);
  return isSeenSame && JSON.stringify(rest) === JSON.stringify(restBefore);
}

function uuidsOf(items: readonly Incoming[]): readonly string[] {
  return [...new Set(items.map(({ streamUUID }) => streamUUID))];
}

function isWithin(scope: Scope, stream: KnownStream): boolean {
  switch (scope.kind) {
    case 'everything':
      return true;
    case 'client':
      return stream.client_uuid === scope.uuid;
    case 'location':
      return stream.location_uuid === scope.uuid;
    case 'ward':
      return stream.ward_uuid === scope.uuid;
  }
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
    effect: entry.effect,
  };
}
