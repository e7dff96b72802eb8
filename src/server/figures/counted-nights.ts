/** Reads what figures count: the stored summaries of nights. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isCounted } from '../../domain/figures/alert-numbers.ts';
import { activities } from '../../domain/history/nights/activity.ts';
import type { AlertFigure } from '../../domain/history/nights/alert-figure.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import type { Database } from '../database/database.ts';
import { parseSummaries } from '../database/night-table.ts';

/** What is counted of a room while it was in a ward. */
export interface CountedRoom {
  readonly wardUUID: string;
  /** Null: the rooms of the ward whose history was erased. */
  readonly streamUUID: string | null;
  /** The alerts that were raised in the time span. */
  readonly alerts: readonly AlertFigure[];
  /** How long a device observed the room in the nights that began in the time span, and did not, in seconds. */
  readonly monitored: number;
  readonly unmonitored: number;
}

export interface CountedNights {
  /** The rooms with an alert, or with a night that began in the time span. */
  readonly rooms: readonly CountedRoom[];
  /** The end of the last night. Undefined: there is none. Epoch milliseconds. */
  readonly countedTo: number | undefined;
}

/** A night from noon to noon has at most 25 hours. */
const maxNightMs = 25 * 3_600_000;
/** A year is read in parts, so that other reads do not wait for all of it. */
const partMs = 31 * 86_400_000;

export async function readCountedNights(
  query: Database['query'],
  wards: readonly string[],
  span: TimeSpan,
): Promise<CountedNights> {
  const counter = createRoomCounter(span);
  for (const part of partsOf(span)) {
    await setImmediate();
    for (const nights of await readNights(query, wards, part)) counter.add(nights);
  }
  return counter.result();
}

/** The first part has the nights that began before the time span and reach into it. */
function* partsOf({ from, to }: TimeSpan): Generator<TimeSpan> {
  yield { from: from - maxNightMs, to: from };
  for (let start = from; start < to; start += partMs) yield { from: start, to: Math.min(start + partMs, to) };
}

type RoomNights = Awaited<ReturnType<typeof readNights>>[number];

function createRoomCounter({ from, to }: TimeSpan) {
  const rooms = new Map<string, CountedRoom & { alerts: AlertFigure[]; monitored: number; unmonitored: number }>();
  let countedTo: number | undefined;
  return {
    add: ({ wardUUID, streamUUID, ...nights }: RoomNights): void => {
      countedTo = Math.max(nights.to, countedTo ?? nights.to);
      const summaries = parseSummaries(nights.summaries);
      const alerts = summaries.flatMap((summary) =>
        summary.alerts.filter((alert) => alert.raisedAt >= from && alert.raisedAt < to && isCounted(alert)),
      );
      if (nights.from < from && alerts.length === 0) return;
      const key = `${wardUUID} ${streamUUID}`;
      const room = rooms.get(key) ?? { wardUUID, streamUUID, alerts: [], monitored: 0, unmonitored: 0 };
      rooms.set(key, room);
      room.alerts.push(...alerts);
      if (nights.from < from) return;
      for (const { seconds } of summaries) {
        for (const activity of activities) {
          room[activity === 'unmonitored' ? 'unmonitored' : 'monitored'] += seconds[activity];
        }
      }
    },
    result: (): CountedNights => ({ rooms: [...rooms.values()], countedTo }),
  };
}

/**
 * The counted nights that began in the time span, a row for each room, with the beginning of its first night and the end
 * of its last. With a row for each night, a year of figures from PostgreSQL takes a third longer.
 */
function readNights(query: Database['query'], wards: readonly string[], { from, to }: TimeSpan) {
  return query
    .selectFrom('room_night')
    .select(({ fn }) => [
      'stream_uuid as streamUUID',
      'ward_uuid as wardUUID',
      fn.min('from_at').as('from'),
      fn.max('to_at').as('to'),
      sql<string>`string_agg(summary, ',')`.as('summaries'),
    ])
    .where('ward_uuid', 'in', wards)
    .where('from_at', '>=', from)
    .where('from_at', '<', to)
    .where('summary', 'is not', null)
    .groupBy(['ward_uuid', 'stream_uuid'])
    .execute();
}

/** The share of the time in which devices observed the rooms. Null: nothing is known. */
export function monitoredShareOf(rooms: readonly CountedRoom[]): number | null {
  const monitored = rooms.reduce((sum, room) => sum + room.monitored, 0);
  const total = rooms.reduce((sum, room) => sum + room.unmonitored, monitored);
  return total === 0 ? null : monitored / total;
}
