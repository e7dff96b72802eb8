/** Stores messages that arrived together in one transaction. */
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import type { ReportKey, ReportStore, WantedRows } from '../../database/report-store.ts';
import { createIngestBatch, type Delivery } from './ingest-batch.ts';

/**
 * Returns one list for each delivery, with one outcome for each item, in order, and the newest state of each stream
 * whose revision has changed. They are durable after `ReportStore.durable`.
 */
export async function storeDeliveries({ transact }: ReportStore, deliveries: readonly Delivery[]) {
  return transact(wantedRows(deliveries), (loaded) => {
    const batch = createIngestBatch(loaded);
    const outcomes = deliveries.map((delivery) => delivery.items.map((item) => batch.add(item, delivery)));
    return { outcomes, ...batch.result() };
  });
}

function wantedRows(deliveries: readonly Delivery[]): WantedRows {
  const streamUuids = new Set<string>();
  const observedUuids = new Set<string>();
  const reportKeys: ReportKey[] = [];
  for (const { items } of deliveries) {
    for (const item of items) {
      streamUuids.add(item.streamUUID);
      if (needsObservations(item)) observedUuids.add(item.streamUUID);
      if (item.kind === 'report' && item.id !== null) {
        reportKeys.push({ stream_uuid: item.streamUUID, report_id: item.id });
      }
    }
  }
  const receivedAt = Math.max(...deliveries.map((delivery) => delivery.receivedAt));
  return { streamUuids: [...streamUuids], reportKeys, receivedAt, observedUuids: [...observedUuids] };
}

function needsObservations({ kind }: Incoming): boolean {
  return kind === 'observation' || kind === 'presence';
}
