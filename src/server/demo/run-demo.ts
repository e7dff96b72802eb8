/** Runs the demo: backfills the board. Then the devices of all rooms report through the intake, and staff answer alerts. */
import { setTimeout as wait } from 'node:timers/promises';
import { maxReportsPerCall } from '../../contract/reports.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { Database } from '../database/database.ts';
import { backfillRooms } from './backfill-rooms.ts';
import { type DemoClientOptions, sendHeartbeats, sendReports } from './demo-client.ts';
import { readDemoHome } from './demo-home.ts';
import type { Random } from './random.ts';
import { loadRecordings } from './recordings.ts';
import { type RoomReport, simulateRooms } from './simulate-rooms.ts';
import { createStaffSimulation, type StaffAction } from './simulate-staff.ts';

export interface DemoOptions extends DemoClientOptions {
  readonly database: Database;
  /** 1 is real time, 60 simulates an hour per minute. */
  readonly speed: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly random: Random;
  /** The alerts of the demo home. */
  readonly alerts: DemoAlerts;
}

export interface DemoAlerts {
  readOpen(): Promise<readonly Alert[]>;
  /** Does nothing if the alert has changed meanwhile. */
  act(action: StaffAction): Promise<void>;
}

export type Demo = ReturnType<typeof startDemo>;

/** The minimum time between two calls of the intake. Reports that are due in between are sent together. */
const minIntervalMs = 400;
const maxIntervalMs = 1_000;
/** How often the simulated staff look at the alerts. */
const staffIntervalMs = 1_000;

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

  async function answerAlerts(): Promise<void> {
    const staff = createStaffSimulation(random);
    while (!signal.aborted) {
      try {
        for (const action of staff.due(await options.alerts.readOpen(), now())) await options.alerts.act(action);
      } catch {
        // The server cannot be reached. The staff try again.
      }
      await wait(staffIntervalMs, undefined, { signal }).catch(() => undefined);
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

  const answers = filled.then(answerAlerts);

  return {
    /** Resolves when the earlier notifications of every room are stored, or when storing them has failed. */
    filled,
    /** Resolves when nothing more will be sent. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all([reports, heartbeats, answers]);
    },
  };
}

/** In the time zone of this machine, because a visitor compares the board with the clock on the wall. */
function isNight(at: number): boolean {
  const hour = new Date(at).getHours();
  return hour >= 21 || hour < 7;
}
