/**
 * Shows a pending status when its debounce time is over, raises alerts that are due, and marks devices that send
 * nothing as offline. Every process runs a watchdog; the ingest transaction makes sure that each change happens once.
 */
import type { IncomingItem } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import { toLogEvent } from '../../shared/recent-events.ts';
import { runRepeatedly } from '../../shared/run-repeatedly.ts';
import type { Sender } from '../../intake/reports/ingest-deliveries.ts';
import type { ReportReceiver } from '../../intake/reports/receive-reports.ts';
import { createRunRecorder } from './server-runs.ts';
import { correctSeenTimes, findAlertExpiries, findDebounceExpiries, findOverdueStreams } from './watchdog-queries.ts';

export interface WatchdogOptions {
  readonly database: Database;
  readonly receiver: Pick<ReportReceiver, 'receive'>;
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
  /** The time in milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  readonly log: { warn(details: object, message: string): void };
  /** Whether reports can be stored. While they cannot, the history shows a gap. Default: they can. */
  readonly canStore?: () => boolean;
}

export type Watchdog = ReturnType<typeof createWatchdog>;

/** The interval of the debounce checks. A debounced status is shown at most this much too late. */
const checkIntervalMs = 500;
/** Finding silent devices reads many streams, so it runs less often than the debounce check. */
const offlineCheckIntervalMs = 5_000;
/** The maximum number of changes in one transaction, so that reports are stored between the transactions. */
const maxItemsPerTransaction = 1_000;

export const watchdogAgeMetric = {
  name: 'room_status_watchdog_age_seconds',
  help: 'Time since the watchdog last checked all streams successfully',
};

const sender: Sender = { keyId: 'watchdog', scope: { kind: 'everything' } };

export function createWatchdog(options: WatchdogOptions) {
  const { database, receiver, now, monotonic, log, canStore = () => true } = options;
  const { query } = database;
  const listening = createListening(now, monotonic, log);
  const runs = createRunRecorder(query, now, monotonic);
  let nextOfflineCheckAt = monotonic();

  async function receiveAll(items: readonly IncomingItem[]): Promise<void> {
    for (let start = 0; start < items.length; start += maxItemsPerTransaction) {
      await receiver.receive(items.slice(start, start + maxItemsPerTransaction), sender);
    }
  }

  async function checkDebounce(): Promise<void> {
    const uuids = await findDebounceExpiries(query, now());
    await receiveAll(uuids.map((streamUUID) => ({ kind: 'debounce-expiry', streamUUID })));
  }

  async function checkAlerts(): Promise<void> {
    const uuids = await findAlertExpiries(query, now(), listening.isClockSet());
    await receiveAll(uuids.map((streamUUID) => ({ kind: 'alert-expiry', streamUUID })));
    listening.alertsChecked();
  }

  async function checkOffline(): Promise<void> {
    await correctSeenTimes(query, now());
    const streams = await findOverdueStreams(query, now());
    // The computer may have been suspended during the query. Then every device would look silent.
    listening.compareClocks();
    const listeningSince = listening.since();
    const silent = streams.filter(
      ({ seenAt, offlineAfterMs }) => now() - Math.max(seenAt, listeningSince) >= offlineAfterMs,
    );
    await receiveAll(silent.map(({ uuid }) => ({ kind: 'offline-check', streamUUID: uuid, listeningSince })));
  }

  async function checkAll(): Promise<void> {
    await checkDebounce();
    await checkAlerts();
    if (monotonic() < nextOfflineCheckAt) return;
    // Nothing is written on a full disk, whose last space is for logins.
    if (canStore()) await runs.record();
    await checkOffline();
    // The time is set after the check, so that a check that failed runs again at once.
    nextOfflineCheckAt = monotonic() + offlineCheckIntervalMs;
  }

  return {
    /** Checks all streams once. Resolves when the changes are stored. Throws when the database is unavailable. */
    check: async (): Promise<void> => {
      listening.compareClocks();
      try {
        await checkAll();
        listening.succeeded();
      } catch (error) {
        listening.failed();
        throw error;
      }
    },
  };
}

/** A longer time without a successful check is a gap, and a device that was silent during a gap is not offline. */
const maxGapMs = 15_000;
/** A larger difference between the two clocks means that the wall clock was set. */
const maxClockDriftMs = 2_000;

/**
 * Since when this process receives messages without a gap. A device is offline only if it was silent while we
 * listened. Silence before a restart, a suspended computer or a changed clock does not count.
 */
function createListening(now: () => number, monotonic: () => number, log: WatchdogOptions['log']) {
  let since = now();
  let compared = { wall: since, steady: monotonic() };
  let succeededAt = monotonic();
  // The clock may have been set before the start.
  let isAlertClockSet = true;
  return {
    since: () => since,
    /** Whether the clock was set since the last check of the alerts. */
    isClockSet: () => isAlertClockSet,
    alertsChecked: () => {
      isAlertClockSet = false;
    },
    succeeded: () => {
      succeededAt = monotonic();
    },
    /** No report is stored while the database is unavailable. A short failure is no gap, because devices retry. */
    failed: () => {
      if (monotonic() - succeededAt > maxGapMs) since = now();
    },
    compareClocks: () => {
      const clocks = { wall: now(), steady: monotonic() };
      const elapsedMs = clocks.steady - compared.steady;
      const jumpMs = clocks.wall - compared.wall - elapsedMs;
      compared = clocks;
      const isClockSet = Math.abs(jumpMs) > maxClockDriftMs;
      if (!isClockSet && elapsedMs <= maxGapMs) return;
      since = clocks.wall;
      isAlertClockSet ||= isClockSet;
      const reason = isClockSet
        ? `the clock was set by ${Math.round(jumpMs / 1000)} s`
        : `no check ran for ${Math.round(elapsedMs / 1000)} s`;
      log.warn({ ...toLogEvent('devices-not-checked'), reason }, 'the time until devices are offline starts again');
    },
  };
}

/** Runs the checks until `stop` is called. */
export function runWatchdog(watchdog: Pick<Watchdog, 'check'>, log: { error(details: object, message: string): void }) {
  return runRepeatedly(watchdog.check, {
    intervalMs: checkIntervalMs,
    onFailure: (error) => log.error({ err: error }, 'the watchdog cannot check the streams'),
  });
}
