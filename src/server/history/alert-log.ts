/** Reads what happened to alerts and pauses of rooms. */
import type { InferResult } from 'kysely';
import { maxPauseMinutes } from '../../domain/alerts/alert-hold.ts';
import { type AlertHistory, alertHistoriesOf, type PastPause, pausesOf } from '../../domain/history/alert-history.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { parseAlert, parseAlerts, parsePauseEvent } from '../database/open-alerts.ts';

type Query = Database['query'];

/** An alert that was open during all of the time span is found if something happened to it so long after, or if it is open. */
const maxOpenMs = 31 * 86_400_000;

/** The alerts of the rooms that were open in a time span, the first raised first. */
export async function readAlerts(
  query: Query,
  streams: readonly string[],
  { from, to }: TimeSpan,
): Promise<readonly AlertHistory[]> {
  const uuids = await readUuids(query, streams, { from, to: to + maxOpenMs });
  const histories: AlertHistory[] = [];
  // NOTE: for the alerts of a subquery PostgreSQL reads the whole table, because it expects many more of them.
  for (const batch of splitIntoBatches(uuids)) {
    histories.push(...historiesOf(await selectEvents(query).where('alert_uuid', 'in', batch).execute()));
  }
  return histories
    .filter(({ raisedAt, endedAt }) => raisedAt < to && (endedAt === null || endedAt >= from))
    .toSorted((one, other) => one.raisedAt - other.raisedAt);
}

/** The alerts to which something happened in a time span, and the open ones. */
async function readUuids(query: Query, streams: readonly string[], { from, to }: TimeSpan): Promise<readonly string[]> {
  // Read first, because an alert that ends meanwhile is among the changed ones.
  const open = await query
    .selectFrom('stream')
    .select('open_alerts')
    .where('uuid', 'in', streams)
    .where('open_alerts', 'is not', null)
    .execute();
  const changed = await query
    .selectFrom('alert_event')
    .select('alert_uuid')
    .distinct()
    .where('stream_uuid', 'in', streams)
    .where('at', '>=', from)
    .where('at', '<', to)
    .execute();
  const uuids = open.flatMap(({ open_alerts }) => parseAlerts(open_alerts).map(({ uuid }) => uuid));
  return [...new Set([...uuids, ...changed.map(({ alert_uuid }) => alert_uuid)])];
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
