/** Puts together the last nights of a room. */
import type * as z from 'zod/mini';
import type { RoomNights } from '../../../contract/history/room-nights.ts';
import { activitiesOf, statusesByEvent, statusesIn } from '../../../domain/history/nights/activity.ts';
import { nightAt, nightsUntil, sleepOf } from '../../../domain/history/nights/night.ts';
import { comparedNightCount, isComparable, typicalRangesOf } from '../../../domain/history/nights/typical-range.ts';
import type { StatusPeriod, TimeSpan } from '../../../domain/history/status-periods.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { type LocalClock, localClockOf } from '../../../domain/local-time/local-clock.ts';
import type { NamedRoom } from '../../audit/named-room.ts';
import type { Database } from '../../database/database.ts';
import { timeZoneOf } from '../../shared/location-time.ts';
import { readReportsByEvent, readStatusesAt } from '../room-log.ts';
import { readServerGaps } from '../server-gaps.ts';
import { spanOnWire } from '../span-on-wire.ts';
import { readStoredNights, type SummarizedNight, summarizeNight } from './read-summaries.ts';

type Query = Database['query'];

/** `now`: epoch milliseconds. */
export async function loadRoomNights(
  query: Query,
  { uuid: stream, name }: NamedRoom,
  now: number,
): Promise<z.output<typeof RoomNights>> {
  const room = await query.selectFrom('stream').select('rules').where('uuid', '=', stream).executeTakeFirst();
  const timeZone = timeZoneOf(room?.rules);
  const clock = localClockOf(timeZone);
  const nights = nightsUntil(clock, newestNightOf(clock, now).from, comparedNightCount);
  const stored = (await readStoredNights(query, [stream], nights)).get(stream);
  const summarized: SummarizedNight[] = [];
  for (const night of nights) summarized.push(await summarizeNight(query, { stream, clock, night, stored, now }));
  const statuses = await readStatuses(query, stream, { from: nights.at(-1)?.from ?? now, to: now });
  const slept = summarized.filter(({ night }) => sleepOf(clock, night).to <= now);
  return {
    streamUUID: stream,
    displayName: name,
    timeZone,
    nights: summarized.map((one) => nightOnWire(one, { clock, statuses, now })),
    typical: typicalRangesOf(slept.map(({ summary }) => summary.sleep)) ?? null,
  };
}

/** In the afternoon the next night is still empty. */
function newestNightOf(clock: LocalClock, now: number): TimeSpan {
  const night = nightAt(clock, now);
  return sleepOf(clock, night).from <= now ? night : nightAt(clock, night.from - 1);
}

async function readStatuses(query: Query, stream: string, span: TimeSpan): Promise<readonly StatusPeriod[]> {
  const entries = await readReportsByEvent(query, [stream], span);
  const before = await readStatusesAt(query, [stream], span.from);
  return statusesByEvent(entries, before.get(stream) ?? null, span, await readServerGaps(query, span));
}

interface NightContext {
  readonly clock: LocalClock;
  readonly statuses: readonly StatusPeriod[];
  readonly now: number;
}

function nightOnWire({ night, summary }: SummarizedNight, { clock, statuses, now }: NightContext) {
  const sleep = sleepOf(clock, night);
  const past = { from: night.from, to: Math.min(night.to, now) };
  return {
    ...spanOnWire(night),
    sleep: spanOnWire(sleep),
    periods: activitiesOf(statusesIn(statuses, past), past).map((period) => {
      return { activity: period.activity, ...spanOnWire(period) };
    }),
    numbers: summary.sleep,
    alerts: summary.alerts.map(({ status, raisedAt }) => ({ status, raisedAt: toIsoTime(raisedAt) })),
    isComparable: sleep.to <= now && isComparable(summary.sleep),
  };
}
