/** Stores all messages that arrived together in one transaction. Everything that it returns is durable. */
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { createIngestBatch, type Delivery } from './ingest-batch.ts';
import {
  loadObservations,
  loadReportKeys,
  loadStreams,
  storeObservations,
  storeReports,
  storeStreams,
} from './report-store.ts';
import { updateOf } from './stream-row.ts';

export interface StoredDeliveries {
  /** One list for each delivery, with one outcome for each item, in order. */
  readonly outcomes: readonly (readonly Outcome[])[];
  /** The newest state of each stream whose revision has changed. */
  readonly updates: readonly WardUpdate[];
}

export async function storeDeliveries(database: Database, deliveries: readonly Delivery[]): Promise<StoredDeliveries> {
  const items = deliveries.flatMap((delivery) => delivery.items);
  const streamUuids = uuidsOf(items);
  const reportIds = [
    ...new Set(items.flatMap((item) => (item.kind === 'report' && item.id !== null ? [item.id] : []))),
  ];
  const observedUuids = uuidsOf(items.filter(({ kind }) => kind === 'observation'));

  return database.query.transaction().execute(async (transaction) => {
    const batch = createIngestBatch({
      streams: await loadStreams(transaction, database.kind, streamUuids),
      reportKeys: await loadReportKeys(transaction, streamUuids, reportIds),
      observations: await loadObservations(transaction, observedUuids),
    });
    const outcomes = deliveries.map((delivery) => delivery.items.map((item) => batch.add(item, delivery)));
    const { reports, streams, revisedStreams, observations } = batch.result();
    await storeReports(transaction, reports);
    await storeStreams(transaction, streams);
    await storeObservations(transaction, observations);
    return { outcomes, updates: revisedStreams.map(updateOf) };
  });
}

function uuidsOf(items: readonly Incoming[]): readonly string[] {
  return [...new Set(items.map(({ streamUUID }) => streamUUID))];
}
