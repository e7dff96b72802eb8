/** Reads what happened to alerts and pauses of rooms. */
import type { InferResult } from 'kysely';
import { alertEndEvents } from '../../domain/alerts/alert.ts';
import { maxPauseMinutes } from '../../domain/alerts/alert-hold.ts';
import { type AlertHistory, alertHistoriesOf, type PastPause, pausesOf } from '../../domain/history/alert-history.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import type { Database } from '../database/database.ts';
import { parseAlert, parsePauseEvent } from '../database/open-alerts.ts';

type Query = Database['query'];

/** An alert that was raised longer before the time span is not found, even if it was open in it. */
const maxOpenMs = 31 * 86_400_000;

/** The alerts of the rooms that were open in a time span, the first raised first. */
export async function readAlerts(
  query: Query,
  streams: readonly string[],
  { from, to }: TimeSpan,
): Promise<readonly AlertHistory[]> {
  const touched = query
    .selectFrom('alert_event')
    .select('alert_uuid')
    .where('stream_uuid', 'in', streams)
    .where('at', '>=', from - maxOpenMs)
    .where('at', '<', to)
    .groupBy('alert_uuid')
    .having(({ eb, fn }) => {
      const endedAt = fn.max(eb.case().when('event', 'in', alertEndEvents).then(eb.ref('at')).end());
      return eb.or([eb(endedAt, 'is', null), eb(endedAt, '>=', from)]);
    });
  const rows = await selectEvents(query).where('alert_uuid', 'in', touched).execute();
  return historiesOf(rows).filter(({ raisedAt }) => raisedAt < to);
}

/** The history of one alert. Undefined: there is no such alert, or staff never saw it. */
export async function readAlertHistory(query: Query, uuid: string): Promise<AlertHistory | undefined> {
  return historiesOf(await selectEvents(query).where('alert_uuid', '=', uuid).execute())[0];
}

function selectEvents(query: Query) {
  return query.selectFrom('alert_event').select(['event', 'alert']).orderBy('sequence');
}

function historiesOf(rows: InferResult<ReturnType<typeof selectEvents>>): readonly AlertHistory[] {
  return alertHistoriesOf(rows.map(({ event, alert }) => ({ event, alert: parseAlert(alert) })));
}

/** The pauses of rooms that touch a time span, by the uuid of the room. `now`: epoch milliseconds. */
export async function readPauses(
  query: Query,
  streams: readonly string[],
  span: TimeSpan,
  now: number,
): Promise<ReadonlyMap<string, readonly PastPause[]>> {
  const rows = await query
    .selectFrom('pause_event')
    .select(['stream_uuid', 'event', 'at', 'actor', 'ends_at as endsAt'])
    .where('stream_uuid', 'in', streams)
    .where('at', '>=', span.from - maxPauseMinutes * 60_000)
    .where('at', '<', now)
    .orderBy('sequence')
    .execute();
  const ofRoom = Map.groupBy(rows, (row) => row.stream_uuid);
  return new Map([...ofRoom].map(([stream, events]) => [stream, pausesOf(events.map(parsePauseEvent), span, now)]));
}
