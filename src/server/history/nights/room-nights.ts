/** Puts together the last nights of a room. */
import type * as z from 'zod/mini';
import type { RoomNights } from '../../../contract/history/room-nights.ts';
import { activitiesOf, statusesByEvent } from '../../../domain/history/nights/activity.ts';
import type { NightSummary } from '../../../domain/history/nights/night-summary.ts';
import { nightAt, nightsUntil, sleepOf } from '../../../domain/history/nights/night.ts';
import { comparedNightCount, isComparable, typicalRangesOf } from '../../../domain/history/nights/typical-range.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { type LocalClock, localClockOf } from '../../../domain/local-time/local-clock.ts';
import type { NamedRoom } from '../../audit/named-room.ts';
import type { Database } from '../../database/database.ts';
import { readReportsByEvent, readStatusesAt } from '../room-log.ts';
import { readServerGaps } from '../server-gaps.ts';
import { timeZoneOf } from '../ward-shift.ts';
import { readSummaries } from './read-summaries.ts';

type Query = Database['query'];

/** `now`: epoch milliseconds. */
export async function loadRoomNights(query: Query, room: NamedRoom, now: number): Promise<z.output<typeof RoomNights>> {
  const row = await query.selectFrom('stream').select('rules').where('uuid', '=', room.uuid).executeTakeFirst();
  const timeZone = timeZoneOf(row?.rules ?? null);
  const clock = localClockOf(timeZone);
  const nights = nightsUntil(clock, newestNightOf(clock, now).from, comparedNightCount).map(({ from, to }) => {
    return { from, to: Math.min(to, now) };
  });
  const summaries = await readSummaries(query, { stream: room.uuid, clock, nights });
  const periods = await readPeriods(query, room.uuid, nights);
  const shown = nights.map((night, index) => ({
    night,
    sleep: sleepOf(clock, night),
    summary: summaries[index],
    periods: periods[index] ?? [],
  }));
  const known = shown.filter(({ sleep, summary }) => sleep.to <= now && summary !== undefined);
  return {
    streamUUID: room.uuid,
    displayName: room.name,
    timeZone,
    nights: shown.flatMap(({ summary, ...night }) =>
      summary === undefined ? [] : [nightOnWire({ ...night, summary, now })],
    ),
    typical: typicalRangesOf(known.flatMap(({ summary }) => summary?.sleep ?? [])) ?? null,
  };
}

/** In the afternoon the next night is still empty. */
function newestNightOf(clock: LocalClock, now: number): TimeSpan {
  const night = nightAt(clock, now);
  return sleepOf(clock, night).from <= now ? night : nightAt(clock, night.from - 1);
}

/** What happened in each of the nights, from one look into the log. */
async function readPeriods(query: Query, stream: string, nights: readonly TimeSpan[]) {
  const span = { from: nights.at(-1)?.from ?? 0, to: nights[0]?.to ?? 0 };
  const entries = await readReportsByEvent(query, [stream], span);
  const before = await readStatusesAt(query, [stream], span.from);
  const statuses = statusesByEvent(entries, before.get(stream) ?? null, span, await readServerGaps(query, span));
  return nights.map((night) => {
    const shown = statuses.flatMap(({ status, ...period }) => {
      const [from, to] = [Math.max(period.from, night.from), Math.min(period.to, night.to)];
      return from < to ? [{ status, from, to }] : [];
    });
    return activitiesOf(shown, night);
  });
}

interface ShownNight {
  readonly night: TimeSpan;
  readonly sleep: TimeSpan;
  readonly summary: NightSummary;
  readonly periods: ReturnType<typeof activitiesOf>;
  readonly now: number;
}

function nightOnWire({ night, sleep, summary, periods, now }: ShownNight) {
  return {
    ...spanOnWire(night),
    sleep: spanOnWire(sleep),
    periods: periods.map(({ activity, ...period }) => ({ activity, ...spanOnWire(period) })),
    numbers: summary.sleep,
    alerts: summary.alerts.map(({ status, raisedAt }) => ({ status, raisedAt: toIsoTime(raisedAt) })),
    isComparable: sleep.to <= now && isComparable(summary.sleep),
  };
}

function spanOnWire({ from, to }: TimeSpan) {
  return { from: toIsoTime(from), to: toIsoTime(to) };
}
