/** Reads what figures count: the stored summaries of nights. */
import { setImmediate } from 'node:timers/promises';
import { isCounted } from '../../domain/figures/alert-numbers.ts';
import { activities } from '../../domain/history/nights/activity.ts';
import type { AlertFigure } from '../../domain/history/nights/alert-figure.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import type { Database } from '../database/database.ts';
import { parseSummary } from '../database/night-table.ts';

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
  /** The beginning of the first night, and the end of the last one. Undefined: there is none. */
  readonly known: TimeSpan | undefined;
}

/** A night from noon to noon has at most 25 hours. */
const maxNightMs = 25 * 3_600_000;
/** A year is read in parts, so that other reads do not wait for all of it. */
const partMs = 31 * 86_400_000;

export async function readCountedNights(
  query: Database['query'],
  wards: readonly string[],
  { from, to }: TimeSpan,
): Promise<CountedNights> {
  const counter = createRoomCounter({ from, to });
  for (let start = from - maxNightMs; start < to; start += partMs) {
    await setImmediate();
    for (const night of await readNights(query, wards, { from: start, to: Math.min(start + partMs, to) })) {
      counter.add(night);
    }
  }
  return counter.result();
}

type Night = Awaited<ReturnType<typeof readNights>>[number];

function createRoomCounter({ from, to }: TimeSpan) {
  const rooms = new Map<string, CountedRoom & { alerts: AlertFigure[]; monitored: number; unmonitored: number }>();
  let known: TimeSpan | undefined;
  return {
    add: (night: Night): void => {
      const { wardUUID, streamUUID } = night;
      const { seconds, alerts: all } = night.summary;
      known = { from: Math.min(night.from, known?.from ?? night.from), to: Math.max(night.to, known?.to ?? night.to) };
      const alerts = all.filter((alert) => alert.raisedAt >= from && alert.raisedAt < to && isCounted(alert));
      if (night.from < from && alerts.length === 0) return;
      const key = `${wardUUID} ${streamUUID}`;
      const room = rooms.get(key) ?? { wardUUID, streamUUID, alerts: [], monitored: 0, unmonitored: 0 };
      rooms.set(key, room);
      room.alerts.push(...alerts);
      if (night.from < from) return;
      for (const activity of activities) {
        room[activity === 'unmonitored' ? 'unmonitored' : 'monitored'] += seconds[activity];
      }
    },
    result: (): CountedNights => ({ rooms: [...rooms.values()], known }),
  };
}

/** The counted nights that began in the time span. */
async function readNights(query: Database['query'], wards: readonly string[], { from, to }: TimeSpan) {
  const rows = await query
    .selectFrom('room_night')
    .select(['stream_uuid as streamUUID', 'ward_uuid as wardUUID', 'from_at as from', 'to_at as to', 'summary'])
    .where('ward_uuid', 'in', wards)
    .where('from_at', '>=', from)
    .where('from_at', '<', to)
    .execute();
  return rows.flatMap((row) => (row.summary === null ? [] : [{ ...row, summary: parseSummary(row.summary) }]));
}

/** The share of the time in which devices observed the rooms. Null: nothing is known. */
export function monitoredShareOf(rooms: readonly CountedRoom[]): number | null {
  const monitored = rooms.reduce((sum, room) => sum + room.monitored, 0);
  const total = rooms.reduce((sum, room) => sum + room.unmonitored, monitored);
  return total === 0 ? null : monitored / total;
}
