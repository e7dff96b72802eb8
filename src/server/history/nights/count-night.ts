/** Counts a night from the report log and the events of alerts. */
import { type NightSummary, nightSummaryOf } from '../../../domain/history/nights/night-summary.ts';
import { sleepOf } from '../../../domain/history/nights/night.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { type LocalClock, localClockOf } from '../../../domain/local-time/local-clock.ts';
import type { Database } from '../../database/database.ts';
import { toSummaryColumn } from '../../database/night-table.ts';
import type { ReadTask } from '../../database/read-task.ts';
import { readAlerts } from '../alert-log.ts';
import { readReportsByEvent, readStatusesAt } from '../room-log.ts';
import { readServerGaps } from '../server-gaps.ts';

interface NightOfRooms {
  readonly clock: LocalClock;
  readonly night: TimeSpan;
}

/** The summaries of one night by the uuid of the room. */
export async function countNights(
  query: Database['query'],
  streams: readonly string[],
  { clock, night }: NightOfRooms,
): Promise<ReadonlyMap<string, NightSummary>> {
  if (streams.length === 0) return new Map();
  const before = await readStatusesAt(query, streams, night.from);
  const entries = Map.groupBy(await readReportsByEvent(query, streams, night), ({ stream }) => stream);
  const alerts = Map.groupBy(await readAlerts(query, streams, night), ({ alert }) => alert.streamUUID);
  const shared = { night, sleep: sleepOf(clock, night), gaps: await readServerGaps(query, night) };
  return new Map(
    streams.map((stream) => {
      const log = { entries: entries.get(stream) ?? [], before: before.get(stream) ?? null };
      return [stream, nightSummaryOf({ ...shared, ...log, alerts: alerts.get(stream) ?? [] })];
    }),
  );
}

export interface RoomNight extends NightOfRooms {
  readonly stream: string;
}

export async function countNight(query: Database['query'], { stream, ...night }: RoomNight): Promise<NightSummary> {
  const counted = (await countNights(query, [stream], night)).get(stream);
  if (counted === undefined) throw new Error('the night was not counted');
  return counted;
}

/** The night of a room as plain data. */
interface SummaryRequest {
  readonly stream: string;
  /** Undefined: the time zone of the machine. */
  readonly timeZone: string | undefined;
  readonly night: TimeSpan;
}

/** The summary of a night, as the text that is stored. */
export const readSummary: ReadTask<SummaryRequest> = async ({ query }, { timeZone, ...night }) =>
  toSummaryColumn(await countNight(query, { ...night, clock: localClockOf(timeZone) }));
