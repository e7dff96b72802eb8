/**
 * Runs the demo: fills the board, then stores what the devices of all rooms report, through the same rules as real
 * reports, and lets staff answer alerts. Meanwhile it stores the nights before the last day.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { answerAlert } from '../../domain/alerts/alert-actions.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import { changeAlerts, type ChangeAlertsOptions } from '../alerts/change-alerts.ts';
import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';
import { parseAlerts } from '../database/open-alerts.ts';
import type { Sender } from '../intake/reports/ingest-deliveries.ts';
import type { ReportReceiver } from '../intake/reports/receive-reports.ts';
import { backfillRooms, demoKeyId } from './backfill-rooms.ts';
import { readDemoHome } from './demo-home.ts';
import type { RandomSource } from './resident-model.ts';
import { type RoomReport, simulateRooms } from './residents.ts';
import { chooseStaffStep } from './simulate-staff.ts';
import { storeEarlierPast } from './store-earlier-past.ts';

export interface DemoOptions extends ChangeAlertsOptions {
  readonly receiver: Pick<ReportReceiver, 'receive'>;
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
  readonly random?: RandomSource;
  readonly log: { warn(details: object, message: string): void };
}

export type Demo = ReturnType<typeof startDemo>;

/** The interval at which the demo stores reports and answers alerts. `chooseStaffStep` expects one second. */
const intervalMs = 1_000;
/** The interval of heartbeats is so short that two lost ones in a row do not set a room offline. */
const heartbeatIntervalMs = 30_000;

const dayMs = 24 * 3_600_000;
/** The past that the report log has at the start: a day, and before it nearly every room has reported once. */
const pastMs = 1.05 * dayMs;
/** The time before it that is stored in the background. With the last night these are the nights that pages compare. */
const earlierMs = 14 * dayMs;

const sender: Sender = { keyId: demoKeyId, scope: { kind: 'everything' } };

/** Starts the demo, which runs until `stop`. */
export function startDemo(options: DemoOptions) {
  const { database, receiver, now, random = Math.random, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const rooms = readDemoHome().rooms.filter(({ status }) => status === 'ACTIVE');
  const simulatedUuids = rooms.map(({ uuid }) => uuid);
  const simulation = simulateRooms(rooms, now(), random, pastMs);
  let waiting: IncomingItem[] = [];
  let heartbeatAt = 0;

  async function sendReports(): Promise<void> {
    waiting.push(...simulation.due(now()).map(toIncoming));
    if (now() >= heartbeatAt) {
      waiting.push(...simulatedUuids.map((streamUUID) => ({ kind: 'heartbeat', streamUUID }) as const));
      heartbeatAt = now() + heartbeatIntervalMs;
    }
    await receiver.receive(waiting, sender);
    waiting = [];
  }

  /** Logs a failure, such as a database that cannot be reached, once. The next attempt stores what is left. */
  async function run(): Promise<void> {
    for (let hasFailed = false; !signal.aborted;) {
      try {
        await sendReports();
        if (!signal.aborted) await answerAlerts(options, random, simulatedUuids);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log.warn({ err: error }, 'the demo cannot store its reports');
        hasFailed = true;
      }
      await wait(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const filled = backfillRooms(database, simulation.due(now()), now(), random).catch((error: unknown) => {
    log.warn({ err: error }, 'the demo could not fill the board');
    return false;
  });
  const running = filled.then(run);
  // A log that has entries of an earlier run has its nights already, or has no numbers for entries before them.
  const complete = filled
    .then((isFirst) => {
      const earlier = isFirst ? simulation.earlier(earlierMs) : [];
      return storeEarlierPast(database, { earlier, random, signal });
    })
    .catch((error: unknown) => log.warn({ err: error }, 'the demo could not store its earlier nights'));

  return {
    /** Resolves when the past of every room is stored, or when storing it has failed. */
    filled,
    /** Resolves when the earlier nights are stored too, or when storing them has failed. */
    complete,
    /** Resolves when nothing more will be stored. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all([running, complete]);
    },
  };
}

/** Lets staff take the steps that they take now. */
async function answerAlerts(options: DemoOptions, random: RandomSource, uuids: readonly string[]): Promise<void> {
  for (const alert of await readOpenAlerts(options.database, uuids)) {
    const step = chooseStaffStep(alert, random);
    if (step === undefined) continue;
    await changeAlerts(options, alert.streamUUID, ({ alerts, hold }) => {
      const current = alerts.find(({ uuid }) => uuid === alert.uuid);
      // Another user has answered the alert meanwhile, so the demo staff leave it alone.
      if (current?.state !== alert.state || current.since !== alert.since) return { result: undefined };
      const answered = answerAlert(current, alerts, step.action, step.by, options.now());
      return { result: undefined, ...(typeof answered !== 'string' && { change: { transitions: answered, hold } }) };
    });
  }
}

/** The open alerts of the simulated rooms. Visitors answer those of the rooms that they have added. */
async function readOpenAlerts({ kind, query }: Database, uuids: readonly string[]): Promise<readonly Alert[]> {
  const rows = await query
    .selectFrom('stream')
    .select('open_alerts as alerts')
    .where('open_alerts', 'is not', null)
    .where(isInList(kind, 'uuid', uuids))
    .execute();
  return rows.flatMap(({ alerts }) => parseAlerts(alerts));
}

function toIncoming({ stream: streamUUID, status, at, notification }: RoomReport): IncomingItem {
  return { kind: 'report', streamUUID, status, at, notification, id: null, debounceMs: null };
}
