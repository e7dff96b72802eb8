/** Brings the demo home to life: each room's device reports through the intake, like any other. */
import { setTimeout as wait } from 'node:timers/promises';
import { maxReportsPerCall } from '../../contract/reports.ts';
import { demoHome } from './demo-home.ts';
import type { Random } from './random.ts';
import { loadRecordings } from './recordings.ts';
import { openRoomStories, type RoomSighting } from './room-stories.ts';
import { sendHeartbeats } from './send-heartbeats.ts';
import { type DemoLog, type OutgoingReport, sendReports } from './send-reports.ts';

export interface DemoOptions {
  /** Such as `http://localhost:3001/api`. */
  readonly apiBaseUrl: string;
  readonly deviceKey: string;
  /** 1: as in life; 60: an hour a minute. */
  readonly speed: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly random: Random;
  readonly log: DemoLog;
  /** Sets the board as the past left it: reports of long ago go to the log alone. */
  readonly rememberPast: (past: readonly RoomSighting[]) => Promise<void>;
}

export interface Demo {
  /** Resolves when every room has a past on the board, or the demo was stopped before. */
  readonly filled: Promise<void>;
  /** Resolves when nothing more will be sent. */
  stop(): Promise<void>;
}

/** At most so often is the intake called: what falls due between goes along. */
const breathMs = 400;
const longestWaitMs = 1_000;

/** Throws when the recordings are damaged. From then on only `stop` ends it, whatever the server does. */
export function startDemo(options: DemoOptions): Demo {
  const { now, random, speed, log } = options;
  const startedAt = now();
  const stopping = new AbortController();
  const run = Math.floor(random() * 2 ** 32).toString(36);
  const stories = openRoomStories({
    rooms: demoHome.rooms,
    recordings: loadRecordings(),
    now: startedAt,
    random,
    isNight,
  });
  const filled = Promise.withResolvers<void>();
  let sent = 0;

  /** The past was as it was; only what comes runs faster. */
  function clockTime(at: number): number {
    return at <= startedAt ? at : startedAt + (at - startedAt) / speed;
  }

  function reportOf({ stream, status, notification, at }: RoomSighting): OutgoingReport {
    return {
      id: `demo-${startedAt.toString(36)}-${run}-${sent++}`,
      stream,
      status,
      notification,
      at: new Date(clockTime(at)).toISOString(),
    };
  }

  async function live(): Promise<void> {
    await options.rememberPast(stories.opening.filter(({ at }) => at < startedAt));
    let outgoing = stories.opening.map(reportOf);
    for (;;) {
      const demoTime = startedAt + (now() - startedAt) * speed;
      outgoing.push(...stories.due(demoTime, maxReportsPerCall - outgoing.length).map(reportOf));
      if (outgoing.length > 0) {
        await sendReports(options, outgoing.slice(0, maxReportsPerCall), stopping.signal);
        outgoing = outgoing.slice(maxReportsPerCall);
        if (outgoing.length === 0) filled.resolve();
      }
      const untilNext = clockTime(stories.nextAt()) - now();
      await wait(Math.max(breathMs, Math.min(untilNext, longestWaitMs)), undefined, { signal: stopping.signal });
    }
  }

  const streams = demoHome.rooms.filter(({ status }) => status === 'ACTIVE').map(({ uuid }) => uuid);
  const beating = sendHeartbeats({ ...options, streams }, stopping.signal);
  const done = live()
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn(`The demo has stopped: ${String(error)}`);
    })
    .finally(filled.resolve);

  return {
    filled: filled.promise,
    stop: async () => {
      stopping.abort();
      await Promise.all([done, beating]);
    },
  };
}

/** By the clock on the wall of this machine, which is the one a visitor of the demo sees. */
function isNight(at: number): boolean {
  const hour = new Date(at).getHours();
  return hour >= 21 || hour < 7;
}
