/** The receiver of reports, and the transactions that it stores, for tests without a server. */
import { createMemoryBus } from '../../../src/server/bus/bus-memory.ts';
import type { Database } from '../../../src/server/database/database.ts';
import type { ReportStore } from '../../../src/server/database/report-store.ts';
import {
  type Delivery,
  ingestDeliveries,
  rowsToLoadFor,
} from '../../../src/server/intake/reports/ingest-deliveries.ts';
import { ReportReceiver, type ReportReceiverPorts } from '../../../src/server/intake/reports/receive-reports.ts';
import { createMetrics } from '../../../src/server/shared/metrics.ts';

export function createTestReceiver(database: Database, ports: Partial<ReportReceiverPorts> = {}): ReportReceiver {
  return new ReportReceiver({
    database,
    bus: createMemoryBus({ error: () => undefined }),
    metrics: createMetrics(),
    disk: { requireSpace: () => undefined, stored: () => undefined, failed: () => undefined },
    deviceClocks: { observe: () => undefined },
    now: Date.now,
    ...ports,
  });
}

/** Stores deliveries in one transaction. */
export function storeDeliveries({ transact }: ReportStore, deliveries: readonly Delivery[]) {
  return transact(rowsToLoadFor(deliveries), (loaded) => ingestDeliveries(deliveries, loaded));
}
