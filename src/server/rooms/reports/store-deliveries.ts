/** Stores all messages that arrived together in one transaction. Everything that it returns is durable. */
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import { createIngestBatch, type Delivery } from './ingest-batch.ts';
import { loadObservations, storeObservations } from './observations.ts';
import { loadReportKeys, loadStreams, storeReports, storeStreams } from './report-store.ts';

/**
 * Returns one list for each delivery, with one outcome for each item, in order, and the newest state of each stream
 * whose revision has changed.
 */
export async function storeDeliveries(database: Database, deliveries: readonly Delivery[]) {
  const items = deliveries.flatMap((delivery) => delivery.items);
  const streamUuids = uuidsOf(items);
  const reportIds = items.flatMap((item) =>
    item.kind === 'report' && item.id !== null ? [{ streamUuid: item.streamUUID, reportId: item.id }] : [],
  );
  const observedUuids = uuidsOf(items.filter(({ kind }) => kind === 'observation' || kind === 'presence'));

  return database.query.transaction().execute(async (transaction) => {
    const streams = await loadStreams(transaction, database.kind, streamUuids);
    const reportKeys = await loadReportKeys(transaction, reportIds);
    const observations = await loadObservations(transaction, observedUuids);
    const batch = createIngestBatch(streams, reportKeys, observations);
    const outcomes = deliveries.map((delivery) => delivery.items.map((item) => batch.add(item, delivery)));
    const result = batch.result();
    await storeReports(transaction, result.reports);
    await storeStreams(transaction, result.streams);
    await storeObservations(transaction, observations);
    return { outcomes, updates: result.updates };
  });
}

function uuidsOf(items: readonly Incoming[]): readonly string[] {
  return [...new Set(items.map(({ streamUUID }) => streamUUID))];
}
