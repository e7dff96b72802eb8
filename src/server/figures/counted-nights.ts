/** Reads what figures count: the stored summaries of nights. */
import { setImmediate } from 'node:timers/promises';
import { type CountedAlert, isCounted } from '../../domain/figures/alert-numbers.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import type { Database } from '../database/database.ts';
import { parseSummary } from '../database/night-table.ts';

/** How long a device observed its room, and did not, in seconds. */
export interface ObservedTime {
  readonly wardUUID: string;
  /** Null: the history of the room was erased. */
  readonly streamUUID: string | null;
  readonly monitored: number;
  readonly unmonitored: number;
}

export interface CountedNights {
  /** The alerts that were raised in the time span. */
  readonly alerts: readonly CountedAlert[];
  /** One entry for each night of each room that began in the time span. */
  readonly observed: readonly ObservedTime[];
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
  const alerts: CountedAlert[] = [];
  const observed: ObservedTime[] = [];
  let known: TimeSpan | undefined;
  for (let start = from - maxNightMs; start < to; start += partMs) {
    await setImmediate();
    for (const night of await readNights(query, wards, { from: start, to: Math.min(start + partMs, to) })) {
      const { wardUUID, streamUUID, seconds } = night;
      known = { from: Math.min(night.from, known?.from ?? night.from), to: Math.max(night.to, known?.to ?? night.to) };
      for (const alert of night.alerts) {
        const isIncluded = alert.raisedAt >= from && alert.raisedAt < to && isCounted(alert);
        if (isIncluded) alerts.push({ ...alert, wardUUID, streamUUID });
      }
      if (night.from < from) continue;
      const { unmonitored, ...others } = seconds;
      const monitored = Object.values(others).reduce((sum, one) => sum + one, 0);
      observed.push({ wardUUID, streamUUID, monitored, unmonitored });
    }
  }
  return { alerts, observed, known };
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
  return rows.flatMap(({ summary, ...row }) => (summary === null ? [] : [{ ...row, ...parseSummary(summary) }]));
}

/** The share of the time in which devices observed their rooms. Null: nothing is known. */
export function monitoredShareOf(observed: readonly ObservedTime[]): number | null {
  const monitored = observed.reduce((sum, one) => sum + one.monitored, 0);
  const total = observed.reduce((sum, one) => sum + one.unmonitored, monitored);
  return total === 0 ? null : monitored / total;
}
