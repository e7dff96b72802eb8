/** Counts a night of a room from the report log and the events of its alerts. */
import { type NightSummary, nightSummaryOf } from '../../../domain/history/nights/night-summary.ts';
import { sleepOf } from '../../../domain/history/nights/night.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import type { LocalClock } from '../../../domain/local-time/local-clock.ts';
import type { Database } from '../../database/database.ts';
import { readAlerts } from '../alert-log.ts';
import { readReportsByEvent, readStatusesAt } from '../room-log.ts';
import { readServerGaps } from '../server-gaps.ts';

export interface RoomNight {
  readonly stream: string;
  readonly clock: LocalClock;
  readonly night: TimeSpan;
}

export async function countNight(query: Database['query'], { stream, clock, night }: RoomNight): Promise<NightSummary> {
  const streams = [stream];
  const before = await readStatusesAt(query, streams, night.from);
  return nightSummaryOf({
    night,
    sleep: sleepOf(clock, night),
    entries: await readReportsByEvent(query, streams, night),
    before: before.get(stream) ?? null,
    gaps: await readServerGaps(query, night),
    alerts: await readAlerts(query, streams, night),
  });
}
