/** What happened in a room over time, by the times of the events. Reports that arrived late are included. */
import { type RoomStatus, statusOfCode } from '../../room-status.ts';
import {
  type LoggedReport,
  type StatusPeriod,
  statusPeriodsOf,
  type TimeSpan,
  withoutGaps,
} from '../status-periods.ts';

/**
 * Where the resident is, or what happens in the room. `bed`: in bed or on its edge. `up`: in the room and out of bed.
 * `out`: out of the room. `unmonitored`: nothing is known.
 */
export const activities = ['bed', 'up', 'bathroom', 'out', 'staff', 'unmonitored'] as const;

export type Activity = (typeof activities)[number];

const activityOfName: Readonly<Record<RoomStatus['name'], Activity>> = {
  initializing: 'unmonitored',
  all_clear: 'bed',
  man_down: 'up',
  soeb: 'bed',
  out_of_bed: 'up',
  out_of_room: 'out',
  in_bed: 'bed',
  in_bathroom: 'bathroom',
  bed_not_detected: 'unmonitored',
  person_visible: 'up',
  getting_up_from_chair: 'up',
  getting_up_in_bed: 'bed',
  staff_entering_room: 'staff',
  camera_unreachable: 'unmonitored',
  hallway_wander: 'out',
  intruder_detected: 'up',
  not_in_bed: 'up',
  entering_room: 'up',
  sitting_on_floor: 'up',
  lying_position_unchanged: 'bed',
  unauthorized_access: 'up',
  staff_exiting_room: 'staff',
  unknown: 'unmonitored',
};

/** An entry of the report log. */
export type EventReport = Pick<LoggedReport, 'status' | 'at' | 'effect'>;

/** The activity of a room status code. */
export function activityOf(status: number): Activity {
  return activityOfName[statusOfCode(status).name];
}

export interface ActivityPeriod extends TimeSpan {
  readonly activity: Activity;
}

/**
 * The statuses of a room by the times of its reports. Entries that the card showed keep their order, because the first
 * report after an outage can be older than the entry of the watchdog. `entries`: of the report log, in its order, with
 * the effects `applied` and `late`. `before`: the status at the beginning of the span; null: nothing was reported. No
 * period is in a gap.
 */
export function statusesByEvent(
  entries: readonly EventReport[],
  before: number | null,
  span: TimeSpan,
  gaps: readonly TimeSpan[],
): readonly StatusPeriod[] {
  let newest = -Infinity;
  const byEvent = entries
    .map((entry) => {
      if (entry.effect !== 'applied') return entry;
      newest = Math.max(newest, entry.at);
      return { ...entry, at: newest };
    })
    .filter(({ at, effect }) => at < span.to && (effect === 'applied' || at >= span.from))
    .toSorted((one, other) => one.at - other.at);
  return withoutGaps(statusPeriodsOf(byEvent, before, span), gaps);
}

/** The parts of the statuses that are in a span. */
export function statusesIn(statuses: readonly StatusPeriod[], span: TimeSpan): readonly StatusPeriod[] {
  return statuses
    .filter(({ from, to }) => Math.max(from, span.from) < Math.min(to, span.to))
    .map(({ status, from, to }) => ({ status, from: Math.max(from, span.from), to: Math.min(to, span.to) }));
}

/**
 * The activities of the statuses. Periods of the same activity that follow each other are one. Every moment of the span
 * is in a period: what no status covers is `unmonitored`.
 */
export function activitiesOf(statuses: readonly StatusPeriod[], span: TimeSpan): readonly ActivityPeriod[] {
  const periods: ActivityPeriod[] = [];
  const add = (activity: Activity, to: number) => {
    const last = periods.at(-1);
    const from = last?.to ?? span.from;
    if (to <= from) return;
    if (last?.activity === activity) periods[periods.length - 1] = { ...last, to };
    else periods.push({ activity, from, to });
  };
  for (const { status, from, to } of statuses) {
    add('unmonitored', from);
    add(activityOf(status), to);
  }
  add('unmonitored', span.to);
  return periods;
}

export type ActivitySeconds = Readonly<Record<Activity, number>>;

/** The seconds of each activity. */
export function secondsOf(periods: readonly ActivityPeriod[]): ActivitySeconds {
  const total: Record<Activity, number> = { bed: 0, up: 0, bathroom: 0, out: 0, staff: 0, unmonitored: 0 };
  for (const { activity, from, to } of periods) total[activity] += (to - from) / 1_000;
  return total;
}
