import type { Database } from '../../../database/database.ts';
import {
  type BrokerLease,
  createPermanentLease,
  defaultLeaseTimes,
  type LeaseLog,
  type LeaseTimes,
  startBrokerLease,
} from './broker-lease.ts';
import { type BrokerWork, createLeaseTable } from './lease-table.ts';

interface OpenLeaseOptions {
  readonly database: Pick<Database, 'kind' | 'query'>;
  /** For tests: the times of the lease. By default only processes on PostgreSQL share a lease. */
  readonly leaseTimes?: LeaseTimes | undefined;
  readonly log: LeaseLog;
}

/** Opens the lease of a work at the external broker. On SQLite it is permanent, because SQLite belongs to one process. */
export function openBrokerLease({ database, leaseTimes, log }: OpenLeaseOptions, work: BrokerWork): BrokerLease {
  const table = createLeaseTable(database, work);
  if (database.kind === 'sqlite' && leaseTimes === undefined) return createPermanentLease(table, log);
  return startBrokerLease(table, leaseTimes ?? defaultLeaseTimes, log);
}
