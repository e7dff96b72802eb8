/**
 * Our own watch over the streams: a held status that has lasted counts, a device that has fallen
 * silent is shown as unreachable. Every process watches; the transaction sees to it that each finding counts once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import { maxHoldOffSeconds } from '../../../domain/ingest/ingest.ts';
import { minOfflineAfterSeconds } from '../../../domain/ingest/ingest-rules.ts';
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import { clockToleranceMs } from '../../../domain/ingest/status-report.ts';
import type { Database } from '../../database/database.ts';
import type { Sender } from './store-incoming.ts';

export interface WatchOptions {
  readonly database: Database;
  readonly receive: (items: readonly Incoming[], sender: Sender) => Promise<readonly Outcome[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that never jump. */
  readonly monotonic: () => number;
  readonly log: { warn(details: object, message: string): void };
}

export interface Watch {
  /** Looks once; what it finds is stored when it resolves. Throws when the database is away. */
  look(): Promise<void>;
  /** Since the last look that did not fail: more than a minute, and nobody notices a device that falls silent. */
  secondsSinceLook(): number;
}

/** What is held counts at most so much too late. Milliseconds. */
const lookEveryMs = 500;
/** Reading the whole list of streams is not needed more often. Milliseconds. */
const silenceEveryMs = 5_000;
/** One look longer than this after the last, or a clock that has jumped by this much: we did not listen. */
const gapMs = 15_000;
const jumpMs = 2_000;
const maxBatch = 1_000;

const watchdog: Sender = { keyId: 'watchdog', scope: { kind: 'everything' } };

/** Own rules may ask for as little; see contract/door-rules.ts. Milliseconds. */
const shortestOwnSilenceMs = 10_000;

export function createWatchdog({ database, receive, now, monotonic, log }: WatchOptions): Watch {
  let watchedSince = now();
  /** Without even a hiccup: for devices that are missed so soon that one would count. */
  let unbrokenSince = now();
  let lookedAt = monotonic();
  let last = { wall: now(), steady: monotonic() };
  let silenceAt = monotonic();

  /** Silence in a time when nobody could have heard is not the devices': they all get their time anew. */
  function listenAnew(reason: string): void {
    watchedSince = unbrokenSince = now();
    log.warn({ reason }, 'the watch over silent devices begins anew');
  }

  function noticeGap(): void {
    const here = { wall: now(), steady: monotonic() };
    const steadyMs = here.steady - last.steady;
    const jumpedMs = here.wall - last.wall - steadyMs;
    last = here;
    if (Math.abs(jumpedMs) > jumpMs) listenAnew(`the clock was set by ${Math.round(jumpedMs / 1000)} s`);
    else if (steadyMs > gapMs) listenAnew(`nothing was watched for ${Math.round(steadyMs / 1000)} s`);
  }

  async function lookForDue(): Promise<void> {
    const rows = await database.query
      .selectFrom('stream')
      .select('uuid')
      .where('pending_due_at', 'is not', null)
      .where((sql) =>
        sql.or([sql('pending_due_at', '<=', now()), sql('pending_due_at', '>', now() + maxHoldOffSeconds * 1000)]),
      )
      .limit(maxBatch)
      .execute();
    await receive(
      rows.map(({ uuid }): Incoming => ({ kind: 'due', streamUUID: uuid })),
      watchdog,
    );
  }

  /** Whether there are more of them than one look takes. */
  async function lookForSilence(): Promise<boolean> {
    await correctSeen();
    if (now() - watchedSince < shortestOwnSilenceMs) return false;
    const rows = await database.query
      .selectFrom('stream')
      .select(['uuid', 'type', 'rules', 'seen_at'])
      .where('status', '=', 'ACTIVE')
      .where('status_before_silence', 'is', null)
      .where((sql) =>
        sql.or([
          sql.and([sql('rules', 'is', null), sql('seen_at', '<=', now() - minOfflineAfterSeconds * 1000)]),
          sql.and([sql('rules', 'is not', null), sql('seen_at', '<=', now() - shortestOwnSilenceMs)]),
        ]),
      )
      .orderBy('seen_at')
      .execute();
    // Had we slept while we asked, all would look silent.
    noticeGap();
    const time = now();
    const suspects = rows.flatMap(({ uuid, type, rules, seen_at }): Incoming[] => {
      const silentMs = (ingestRulesOfStream(type, rules).silentAfter ?? Infinity) * 1000;
      const since = silentMs < 4 * gapMs ? unbrokenSince : watchedSince;
      const isSilent = time - Math.max(seen_at ?? time, since) >= silentMs;
      return isSilent ? [{ kind: 'silence', streamUUID: uuid, watchedSince: since }] : [];
    });
    await receive(suspects.slice(0, maxBatch), watchdog);
    return suspects.length > maxBatch;
  }

  /**
   * Heard in the future: our clock was ahead and has been set back. Heard at a time that an earlier build did
   * not note: it would never be missed.
   */
  async function correctSeen(): Promise<void> {
    await database.query
      .updateTable('stream')
      .set({ seen_at: now() })
      .where((sql) =>
        sql.or([
          sql('seen_at', '>', now() + clockToleranceMs),
          sql.and([sql('seen_at', 'is', null), sql('revision', '>', 0)]),
        ]),
      )
      .execute();
  }

  async function lookForAll(): Promise<void> {
    await lookForDue();
    if (monotonic() < silenceAt) return;
    // Only then: one that failed is no look, and is made again with the next.
    const areMore = await lookForSilence();
    silenceAt = monotonic() + (areMore ? 0 : silenceEveryMs);
  }

  return {
    look: async () => {
      noticeGap();
      try {
        await lookForAll();
        lookedAt = monotonic();
      } catch (error) {
        // While the database is away no device can be heard either. But one that fails for a moment once a
        // minute must not keep us from ever finding anybody silent.
        unbrokenSince = now();
        if (monotonic() - lookedAt > gapMs) watchedSince = now();
        throw error;
      }
    },
    secondsSinceLook: () => (monotonic() - lookedAt) / 1000,
  };
}

/** Looks until it is stopped, whatever happens. The stop resolves when the last look is over. */
export function runWatchdog(watch: Watch, log: { error(details: object, message: string): void }): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    let hasFailed = false;
    while (!signal.aborted) {
      try {
        await watch.look();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log.error({ err: error }, 'the streams cannot be watched');
        hasFailed = true;
      }
      await wait(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const done = run();
  return async () => {
    stopping.abort();
    await done;
  };
}
