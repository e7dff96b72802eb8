/** Stores the summary of each night of each room, from an hour after the night on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { timeZoneOfStream } from '../../../contract/rules/ingest-rules.ts';
import { nightAt } from '../../../domain/history/nights/night.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { type LocalClock, localClockOf } from '../../../domain/local-time/local-clock.ts';
import { splitIntoBatches } from '../../database/batches.ts';
import type { Database } from '../../database/database.ts';
import { parseSummary } from '../../database/night-table.ts';
import { runHere, type RunReadTask } from '../../database/read-task.ts';
import { readLogStart } from '../../database/report-days.ts';
import { settledAfterMs } from '../../database/touched-nights.ts';
import { runRepeatedly } from '../../shared/run-repeatedly.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { readSummary } from './count-night.ts';

type Query = Database['query'];

export interface NightCounterOptions {
  readonly database: Pick<Database, 'query' | 'kind'>;
  /** Counts a night. Default: in this thread. */
  readonly runReadTask?: RunReadTask;
  readonly now: () => number;
  /** Whether the disk has space. Default: it has. */
  readonly canStore?: () => boolean;
  /** The pause after each night of a room, so that pages of the history do not wait. Milliseconds. */
  readonly pauseMs?: number;
}

/** After an update, the nights of this time are counted. */
const maxNightAgeMs = 400 * 86_400_000;

const halfDayMs = 12 * 3_600_000;

interface WardNights {
  readonly ward: string;
  readonly timeZone: string | undefined;
  readonly clock: LocalClock;
  /** The rooms whose devices have reported. */
  readonly streams: readonly string[];
  /** Those of them that are not monitored any more. */
  readonly inactive: readonly string[];
}

export function createNightCounter(options: NightCounterOptions) {
  const { database, now, runReadTask = runHere(database), canStore = () => true, pauseMs = 20 } = options;
  const { query } = database;
  /** For each ward the beginnings of the log and of the newest night for which all rows exist. */
  const complete = new Map<string, string>();

  /** Adds the rows of the nights that have ended. The newest first, because staff look at it. */
  async function addNights({ ward, clock, streams, inactive }: WardNights, logStart: number): Promise<void> {
    const newest = nightAt(clock, nightAt(clock, now() - settledAfterMs).from - 1);
    // The demo adds earlier nights to its log.
    const span = `${logStart} ${newest.from}`;
    if (complete.get(ward) === span || streams.length === 0) return;
    const known = await readNightStarts(query, ward);
    // After a change of the time zone, earlier nights keep their hours. They are not counted twice.
    const isKnown = (night: TimeSpan) => known.some((from) => Math.abs(from - night.from) < halfDayMs);
    const lastAlerts = await readLastAlerts(query, inactive);
    const isCounted = (stream: string, from: number) =>
      !inactive.includes(stream) || (lastAlerts.get(stream) ?? -Infinity) >= from;
    const oldest = Math.max(logStart, now() - maxNightAgeMs);
    for (let night = newest; night.to > oldest; night = nightAt(clock, night.from - 1)) {
      if (isKnown(night)) continue;
      const counted = streams.filter((stream) => isCounted(stream, night.from));
      await addRows(query, ward, counted, night);
    }
    complete.set(ward, span);
  }

  return {
    /** Counts all nights that are not counted. Stops early when `signal` is aborted. */
    count: async (signal?: AbortSignal): Promise<void> => {
      const logStart = await readLogStart(query);
      if (logStart === undefined) return;
      const wards = await readWards(query);
      for (const ward of wards) await addNights(ward, logStart);
      for (const { ward, timeZone } of wards) {
        for (const row of await readUncounted(query, ward)) {
          if (signal?.aborted === true || !canStore()) return;
          await storeSummary(query, row, ({ stream, night }) => runReadTask(readSummary, { stream, timeZone, night }));
          await sleep(pauseMs);
        }
      }
    },
  };
}

const countIntervalMs = 60_000;

/** Counts every minute, first a minute after the start: pages count the missing nights themselves meanwhile. */
export function runNightCounter({ count }: ReturnType<typeof createNightCounter>, log: WarnLog) {
  return runRepeatedly(count, {
    intervalMs: countIntervalMs,
    isDelayed: true,
    onFailure: (error) => log.warn({ err: error }, 'could not count the nights'),
  });
}

async function readWards(query: Query): Promise<readonly WardNights[]> {
  const rows = await query
    .selectFrom('stream')
    .select(['uuid', 'ward_uuid as ward', 'rules', 'status'])
    .where('has_reports', '=', 1)
    .orderBy('ward_uuid')
    .orderBy('display_name')
    .execute();
  return [...Map.groupBy(rows, ({ ward }) => ward)].map(([ward, rooms]) => {
    const timeZone = timeZoneOfStream(rooms[0]?.rules ?? null);
    const streams = rooms.map(({ uuid }) => uuid);
    const inactive = rooms.flatMap(({ uuid, status }) => (status === 'INACTIVE' ? uuid : []));
    return { ward, timeZone, clock: localClockOf(timeZone), streams, inactive };
  });
}

/** When something last happened to an alert of each room. */
async function readLastAlerts(query: Query, streams: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (streams.length === 0) return new Map();
  const rows = await query
    .selectFrom('alert_event')
    .select(({ fn }) => ['stream_uuid as stream', fn.max('at').as('at')])
    .where('stream_uuid', 'in', streams)
    .groupBy('stream_uuid')
    .execute();
  return new Map(rows.map(({ stream, at }) => [stream, at]));
}

async function readNightStarts(query: Query, ward: string): Promise<readonly number[]> {
  const rows = await query
    .selectFrom('room_night')
    .select('from_at')
    .distinct()
    .where('ward_uuid', '=', ward)
    // The part of a night that an erasure counted: the rooms still get their rows.
    .where('wanted', '>', 0)
    .execute();
  return rows.map((row) => row.from_at);
}

async function addRows(query: Query, ward: string, streams: readonly string[], { from, to }: TimeSpan): Promise<void> {
  for (const batch of splitIntoBatches(streams)) {
    const rows = batch.map((stream_uuid) => {
      return { stream_uuid, ward_uuid: ward, from_at: from, to_at: to, wanted: 1, counted: 0 };
    });
    await query
      .insertInto('room_night')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['stream_uuid', 'from_at']).doNothing())
      .execute();
  }
}

function readUncounted(query: Query, ward: string) {
  return query
    .selectFrom('room_night')
    .select(['sequence', 'stream_uuid', 'from_at', 'to_at', 'wanted'])
    .where('ward_uuid', '=', ward)
    .where(({ eb, ref }) => eb('counted', '<', ref('wanted')))
    .where('stream_uuid', 'is not', null)
    .orderBy('from_at', 'desc')
    .orderBy('sequence')
    .execute();
}

type UncountedRow = Awaited<ReturnType<typeof readUncounted>>[number];

type Count = (night: { readonly stream: string; readonly night: TimeSpan }) => Promise<Buffer>;

async function storeSummary(query: Query, row: UncountedRow, count: Count): Promise<void> {
  const { sequence, stream_uuid: stream, from_at: from, to_at: to, wanted } = row;
  if (stream === null) return;
  const summary = (await count({ stream, night: { from, to } })).toString();
  // An open alert has no end yet, so the night is counted again.
  const isFinal = parseSummary(summary).alerts.every(({ endedMs }) => endedMs !== null);
  await query
    .updateTable('room_night')
    .set({ summary, ...(isFinal && { counted: wanted }) })
    .where('sequence', '=', sequence)
    // The history of the room may have been erased meanwhile.
    .where('stream_uuid', '=', stream)
    .execute();
}
