/**
 * Shows a debounced status when its time is over, and marks devices that send nothing as offline. Every process runs
 * a watchdog; the ingest transaction makes sure that each change happens once.
 */
import { minOfflineAfterMs } from '../../../domain/ingest/ingest-rules.ts';
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import type { MetricRow } from '../../shared/metrics.ts';
import type { Sender } from '../reports/ingest-batch.ts';
import { listeningSinceFor, noticeFailure, noticeGap, noticeSuccess, startListening } from './listening.ts';
import { correctSeenTimes, findDebounceExpiries, findSilentStreams } from './watchdog-queries.ts';

export interface WatchdogOptions {
  readonly database: Database;
  readonly receive: (items: readonly Incoming[], sender: Sender) => Promise<readonly Outcome[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  readonly log: { warn(details: object, message: string): void };
}

export interface Watchdog {
  /** Checks all streams once. Resolves when the changes are stored. Throws when the database is unavailable. */
  check(): Promise<void>;
  /** Since the last check that succeeded. More than a minute means that devices that go offline stay unnoticed. */
  secondsSinceCheck(): number;
}

/** Finding silent devices reads many streams, so it runs less often than the debounce check. */
const offlineCheckIntervalMs = 5_000;
/** One transaction takes this many streams. */
const maxStreamsPerCheck = 1_000;

export const watchdogAgeMetric: MetricRow = {
  name: 'room_status_watchdog_age_seconds',
  formerName: 'room_status_watch_seconds',
  help: 'Time since the watchdog last checked all streams successfully',
};

const sender: Sender = { keyId: 'watchdog', scope: { kind: 'everything' } };

export function createWatchdog({ database, receive, now, monotonic, log }: WatchdogOptions): Watchdog {
  const { query } = database;
  const clocks = () => ({ wall: now(), steady: monotonic() });
  let listening = startListening(clocks());
  let nextOfflineCheckAt = monotonic();

  function compareClocks(): void {
    const noticed = noticeGap(listening, clocks());
    ({ listening } = noticed);
    if (noticed.gap !== undefined) log.warn({ reason: noticed.gap }, 'the time until devices are offline starts again');
  }

  async function checkDebounce(): Promise<void> {
    const uuids = await findDebounceExpiries(query, now(), maxStreamsPerCheck);
    await receive(
      uuids.map((streamUUID): Incoming => ({ kind: 'debounce-expiry', streamUUID })),
      sender,
    );
  }

  /** Returns whether more streams are offline than one check handles. */
  async function checkOffline(): Promise<boolean> {
    await correctSeenTimes(query, now());
    if (now() - listening.since < minOfflineAfterMs) return false;
    const streams = await findSilentStreams(query, now());
    // The computer may have been suspended during the query. Then every device would look silent.
    compareClocks();
    const time = now();
    const items = streams.flatMap(({ uuid, seenAt, offlineAfterMs }): Incoming[] => {
      const listeningSince = listeningSinceFor(listening, offlineAfterMs);
      const silentMs = time - Math.max(seenAt, listeningSince);
      return silentMs < offlineAfterMs ? [] : [{ kind: 'offline-check', streamUUID: uuid, listeningSince }];
    });
    await receive(items.slice(0, maxStreamsPerCheck), sender);
    return items.length > maxStreamsPerCheck;
  }

  async function checkAll(): Promise<void> {
    await checkDebounce();
    if (monotonic() < nextOfflineCheckAt) return;
    const hasMore = await checkOffline();
    // Set after the check, so that a check that failed runs again at once.
    nextOfflineCheckAt = monotonic() + (hasMore ? 0 : offlineCheckIntervalMs);
  }

  return {
    check: async () => {
      compareClocks();
      try {
        await checkAll();
        listening = noticeSuccess(listening, clocks());
      } catch (error) {
        listening = noticeFailure(listening, clocks());
        throw error;
      }
    },
    secondsSinceCheck: () => (monotonic() - listening.succeededAt) / 1000,
  };
}
