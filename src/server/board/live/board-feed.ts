/** The feed of the wards that somebody follows in this process: boards, and the publisher of room statuses. */
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import type { DiskSpace } from '../../database/disk-space.ts';
import type { ReportReceiver } from '../../intake/reports/receive-reports.ts';
import { readStoredWards, readWardVersions } from '../stored-wards.ts';
import { startDatabaseProbe } from './database-probe.ts';
import { startReconciler } from './reconciler.ts';
import { createWardFeed } from './ward-feed.ts';

interface BoardFeedOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly disk: Pick<DiskSpace, 'isFull'>;
  readonly receiver: Pick<ReportReceiver, 'hasOutage' | 'forgetFailures'>;
  readonly log: { warn(details: object, message: string): void };
}

export function startBoardFeed({ database, bus, disk, receiver, log }: BoardFeedOptions) {
  const feed = createWardFeed({
    bus,
    readWards: (wards) => readStoredWards(database, wards),
    readVersions: (wards) => readWardVersions(database, wards),
  });
  // What failed while the database was away says nothing about the database that answers now.
  const probe = startDatabaseProbe(database, receiver.forgetFailures);
  const reconciler = startReconciler({ database, reconcile: feed.reconcile, log });
  return {
    feed,
    /** Whether the server stores no reports or reads no states, so that the states of the rooms may be wrong. */
    hasOutage: () => disk.isFull() || probe.hasOutage() || reconciler.hasOutage() || receiver.hasOutage(),
    /** Whether the last reconciliation failed, so that the feed may miss updates. */
    isUncertain: reconciler.isFailing,
    close: () => {
      probe.close();
      reconciler.close();
    },
  };
}
