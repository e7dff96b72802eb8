/** Runs the demo: backfills the board, and then lets the devices of all rooms report through the intake. */
import { setTimeout as wait } from 'node:timers/promises';
import { maxReportsPerCall } from '../../contract/reports.ts';
import type { Database } from '../database/database.ts';
import { type DemoClientOptions, sendHeartbeats, sendReports } from './demo-client.ts';
import { readDemoHome } from './demo-home.ts';
import type { Random } from './random.ts';
import { loadRecordings } from './recordings.ts';
import { type RoomReport, simulateRooms } from './simulate-rooms.ts';

export interface DemoOptions extends DemoClientOptions {
  readonly database: Database;
  /** 1 is real time, 60 simulates an hour per minute. */
  readonly speed: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly random: Random;
}

export type Demo = ReturnType<typeof startDemo>;

/** The minimum time between two calls of the intake. Reports that are due in between are sent together. */
const minIntervalMs = 400;
const maxIntervalMs = 1_000;

/** Runs until `stop`, even while the server cannot be reached. */
export function startDemo(options: DemoOptions) {
  const { now, random, speed, log } = options;
  const startedAt = now();
  const stopping = new AbortController();
  const { signal } = stopping;
  const idPrefix = `demo-${startedAt.toString(36)}-${Math.floor(random() * 2 ** 32).toString(36)}`;
  const { rooms } = readDemoHome();
  const simulation = simulateRooms({ rooms, recordings: loadRecordings(), now: startedAt, random, isNight });
  const past = simulation.due(startedAt);
  let sentCount = 0;

  /** When the clock reaches a time of the demo. */
  function clockTime(at: number): number {
    return startedAt + (at - startedAt) / speed;
  }

  function toReport({ at, ...rest }: RoomReport) {
    return { ...rest, id: `${idPrefix}-${sentCount++}`, at: new Date(clockTime(at)).toISOString() };
  }

  async function sendDueReports(): Promise<void> {
    for (;;) {
      const due = simulation.due(startedAt + (now() - startedAt) * speed).map(toReport);
      for (let sent = 0; sent < due.length; sent += maxReportsPerCall) {
        await sendReports(options, due.slice(sent, sent + maxReportsPerCall), signal);
      }
      const untilNextMs = clockTime(simulation.nextAt()) - now();
      await wait(Math.max(minIntervalMs, Math.min(untilNextMs, maxIntervalMs)), undefined, { signal });
    }
  }

  const filled = backfillRooms(options.database, past, startedAt).catch((error: unknown) => {
    log.warn(`The demo could not fill the board: ${String(error)}`);
  });
  const streams = rooms.filter(({ status }) => status === 'ACTIVE').map(({ uuid }) => uuid);
  const heartbeats = sendHeartbeats(options, streams, signal);
  const reports = filled.then(sendDueReports).catch((error: unknown) => {
    if (!signal.aborted) log.warn(`The demo has stopped: ${String(error)}`);
  });

  return {
    /** Resolves when the earlier notifications of every room are stored, or when storing them has failed. */
    filled,
    /** Resolves when nothing more will be sent. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all([reports, heartbeats]);
    },
  };
}

/** In the time zone of this machine, because a visitor compares the board with the clock on the wall. */
function isNight(at: number): boolean {
  const hour = new Date(at).getHours();
  return hour >= 21 || hour < 7;
}

/**
 * Backfills the board with the simulated past, in order of time. The past cannot be sent as reports, because the ingest
 * rules store reports of hours ago without changing the card.
 */
async function backfillRooms(database: Database, past: readonly RoomReport[], now: number): Promise<void> {
  const newest = new Map(past.map((report) => [report.stream, report]));
  const notified = new Map(past.filter(({ notification }) => notification).map((report) => [report.stream, report]));
  await database.query.transaction().execute(async (query) => {
    // Ordered by uuid, like all writers of several streams, so that no deadlock is possible.
    for (const [stream, { status, at }] of [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const lastNotified = notified.get(stream);
      await query
        .updateTable('stream')
        .set(({ eb }) => ({
          room_status: status,
          reported_at: at,
          last_notification: lastNotified?.status ?? null,
          last_notification_sent: lastNotified?.at ?? null,
          revision: eb('revision', '+', 1),
          seen_at: now,
          status_before_silence: null,
          offline_sources: null,
          status_source: null,
          pending_status: null,
          pending_at: null,
          pending_notification: null,
          pending_due_at: null,
        }))
        .where('uuid', '=', stream)
        .execute();
    }
  });
}
