/** Puts together the history of a room. */
import type * as z from 'zod/mini';
import type { RoomHistory } from '../../contract/history/room-history.ts';
import { alertEndEvents } from '../../domain/alerts/alert.ts';
import { timeZoneOfStream } from '../../contract/rules/ingest-rules.ts';
import { type AlertHistory, alertHistoriesOf, pausesOf } from '../../domain/history/alert-history.ts';
import { statusPeriodsOf, type TimeSpan, unshownReportsOf, withoutGaps } from '../../domain/history/status-periods.ts';
import { maxPauseMinutes } from '../../domain/alerts/alert-hold.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { NamedRoom } from '../board/named-room.ts';
import type { Database } from '../database/database.ts';
import { parseAlert, parsePauseEvent } from '../database/open-alerts.ts';
import { readServerGaps } from './server-gaps.ts';
import { readRoomLog, readStatusAt } from './room-log.ts';

type Query = Database['query'];
type History = z.output<typeof RoomHistory>;

const serverTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An alert that was raised longer before the time span is not found, even if it was open in it. */
const maxOpenMs = 31 * 86_400_000;
/** The maximum number of log entries on a page. */
const defaultPageSize = 5_000;

export interface HistoryRequest extends TimeSpan {
  readonly room: NamedRoom;
  /** Epoch milliseconds. Nothing is known about later times. */
  readonly now: number;
  readonly pageSize?: number;
}

export async function loadRoomHistory(query: Query, request: HistoryRequest): Promise<History> {
  const { room, from, now, pageSize = defaultPageSize } = request;
  const wanted = { from, to: Math.min(request.to, now) };
  const log = await readRoomLog(query, room.uuid, wanted, pageSize);
  const span = { from, to: Math.max(log.to, from) };
  const before = await readStatusAt(query, room.uuid, from);
  const gaps = await readServerGaps(query, span);
  const stream = await query.selectFrom('stream').select('rules').where('uuid', '=', room.uuid).executeTakeFirst();
  return {
    streamUUID: room.uuid,
    displayName: room.name,
    timeZone: timeZoneOfStream(stream?.rules ?? null) ?? serverTimeZone,
    from: toIsoTime(from),
    to: toIsoTime(span.to),
    gaps: gaps.map((gap) => ({ from: toIsoTime(gap.from), to: toIsoTime(gap.to) })),
    statuses: withoutGaps(statusPeriodsOf(log.entries, before, span), gaps).map(({ status, ...period }) => ({
      roomStatus: status,
      from: toIsoTime(period.from),
      to: toIsoTime(period.to),
    })),
    unshownReports: unshownReportsOf(log.entries, span).map(({ status, at, receivedAt, effect }) => ({
      roomStatus: status,
      at: toIsoTime(at),
      receivedAt: toIsoTime(receivedAt),
      reason: effect,
    })),
    alerts: (await readAlerts(query, room.uuid, span)).map(pastAlertOf),
    pauses: await readPauses(query, room.uuid, span, now),
    next: span.to < wanted.to ? toIsoTime(span.to) : null,
  };
}

/** The alerts of a room that were open in a time span. */
async function readAlerts(query: Query, stream: string, { from, to }: TimeSpan): Promise<readonly AlertHistory[]> {
  const touched = query
    .selectFrom('alert_event')
    .select('alert_uuid')
    .where('stream_uuid', '=', stream)
    .where('at', '>=', from - maxOpenMs)
    .where('at', '<', to)
    .groupBy('alert_uuid')
    .having(({ eb, fn }) => {
      const endedAt = fn.max(eb.case().when('event', 'in', alertEndEvents).then(eb.ref('at')).end());
      return eb.or([eb(endedAt, 'is', null), eb(endedAt, '>=', from)]);
    });
  const rows = await query
    .selectFrom('alert_event')
    .select(['event', 'alert'])
    .where('alert_uuid', 'in', touched)
    .orderBy('sequence')
    .execute();
  const transitions = rows.map(({ event, alert }) => ({ event, alert: parseAlert(alert) }));
  return alertHistoriesOf(transitions).filter(({ raisedAt }) => raisedAt < to);
}

function pastAlertOf({ alert, steps, raisedAt, endedAt }: AlertHistory): History['alerts'][number] {
  const { uuid, status, priority, isTest, isFault, resolution, attended, note } = alert;
  return {
    uuid,
    status,
    priority,
    isTest,
    isFault,
    startedAt: toIsoTime(alert.startedAt),
    raisedAt: toIsoTime(raisedAt),
    endedAt: toIsoTime(endedAt),
    resolution,
    attended,
    note,
    steps: steps.map(({ event, at, by }) => ({ event, at: toIsoTime(at), by })),
  };
}

async function readPauses(query: Query, stream: string, span: TimeSpan, now: number): Promise<History['pauses']> {
  const rows = await query
    .selectFrom('pause_event')
    .select(['event', 'at', 'actor', 'ends_at as endsAt'])
    .where('stream_uuid', '=', stream)
    .where('at', '>=', span.from - maxPauseMinutes * 60_000)
    .where('at', '<', now)
    .orderBy('sequence')
    .execute();
  return pausesOf(rows.map(parsePauseEvent), span, now).map(({ from, to, by }) => ({
    from: toIsoTime(from),
    to: toIsoTime(to),
    by,
  }));
}
