/** Puts together the history of a room, and of the rooms of a ward. */
import type * as z from 'zod/mini';
import type { RoomHistory, WardHistory } from '../../contract/history/room-history.ts';
import { shiftsOfStream } from '../../contract/rules/ingest-rules.ts';
import { shownAlertOf } from '../../domain/alerts/shown-alert.ts';
import type { AlertHistory, PastPause } from '../../domain/history/alert-history.ts';
import {
  type ShownReport,
  statusPeriodsOf,
  type TimeSpan,
  unshownReportsOf,
  withoutGaps,
} from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { NamedRoom } from '../audit/named-room.ts';
import type { Database } from '../database/database.ts';
import { readAlerts, readPauses } from './alert-log.ts';
import { type PastNotices, readAlertNotices } from './alert-notices.ts';
import { readShownReports, readStatusesAt, readUnshownReports } from './room-log.ts';
import { readServerGaps } from './server-gaps.ts';
import { timeZoneOf } from '../shared/location-time.ts';
import { spanOnWire } from './span-on-wire.ts';

type Query = Database['query'];
type History = z.output<typeof RoomHistory>;

/** The maximum number of log entries on a page. */
const defaultPageSize = 5_000;
/** A file has no further pages, and neither has the page of a ward at night. */
export const maxCsvEntries = 50_000;

export interface HistoryRequest extends TimeSpan {
  readonly room: NamedRoom;
  /** Epoch milliseconds. Nothing is known about later times. */
  readonly now: number;
  readonly pageSize?: number;
}

export async function loadRoomHistory(query: Query, request: HistoryRequest): Promise<History> {
  const { room, from, now, pageSize = defaultPageSize } = request;
  const streams = [room.uuid];
  const wanted = { from, to: Math.min(request.to, now) };
  const shown = await readShownReports(query, streams, wanted, pageSize);
  const unshown = await readUnshownReports(query, streams, wanted, pageSize);
  const span = { from, to: Math.min(shown.to, unshown.to) };
  const before = await readStatusesAt(query, streams, from);
  const gaps = await readServerGaps(query, span);
  const alerts = await readAlerts(query, streams, span);
  const notices = await readNoticesOf(query, alerts);
  const stream = await query.selectFrom('stream').select('rules').where('uuid', '=', room.uuid).executeTakeFirst();
  return {
    streamUUID: room.uuid,
    displayName: room.name,
    timeZone: timeZoneOf(stream?.rules),
    shifts: [...shiftsOfStream(stream?.rules ?? null)],
    from: toIsoTime(from),
    to: toIsoTime(span.to),
    gaps: gaps.map(spanOnWire),
    statuses: statusesOf(shown.entries, before.get(room.uuid), span, gaps),
    unshownReports: unshownReportsOf(unshown.entries, span).map(({ status, at, receivedAt, effect }) => ({
      roomStatus: status,
      at: toIsoTime(at),
      receivedAt: toIsoTime(receivedAt),
      reason: effect,
    })),
    alerts: pastAlertsOf(alerts, notices),
    pauses: pausesOnWire((await readPauses(query, streams, span, now)).get(room.uuid)),
    next: span.to < wanted.to ? toIsoTime(span.to) : null,
  };
}

export interface WardRequest extends TimeSpan {
  readonly wardUUID: string;
  readonly now: number;
  readonly pageSize?: number;
}

/** The statuses and alerts of the monitored rooms of a ward, and of the others that have an alert. */
export async function loadWardHistory(query: Query, request: WardRequest): Promise<z.output<typeof WardHistory>> {
  const { wardUUID, from, now, pageSize = maxCsvEntries } = request;
  const ofWard = await query
    .selectFrom('stream')
    .select(['uuid', 'display_name as displayName', 'rules', 'status'])
    .where('ward_uuid', '=', wardUUID)
    .orderBy('display_name')
    .execute();
  const wanted = { from, to: Math.min(request.to, now) };
  const uuids = ofWard.map(({ uuid }) => uuid);
  const alerts = uuids.length === 0 ? [] : await readAlerts(query, uuids, wanted);
  const notices = await readNoticesOf(query, alerts);
  const alertsOf = Map.groupBy(alerts, ({ alert }) => alert.streamUUID);
  const rooms = ofWard.filter(
    ({ uuid, status }) => status === 'ACTIVE' || pastAlertsOf(alertsOf.get(uuid) ?? [], notices).length > 0,
  );
  const streams = rooms.map(({ uuid }) => uuid);
  const shown =
    streams.length === 0 ? { entries: [], ...wanted } : await readShownReports(query, streams, wanted, pageSize);
  const span = { from, to: shown.to };
  const before = await readStatusesAt(query, streams, from);
  const gaps = await readServerGaps(query, span);
  const entriesOf = Map.groupBy(shown.entries, ({ stream }) => stream);
  return {
    wardUUID,
    timeZone: timeZoneOf(ofWard[0]?.rules),
    shifts: [...shiftsOfStream(ofWard[0]?.rules ?? null)],
    from: toIsoTime(from),
    to: toIsoTime(span.to),
    gaps: gaps.map(spanOnWire),
    rooms: rooms.map(({ uuid, displayName }) => ({
      streamUUID: uuid,
      displayName,
      statuses: statusesOf(entriesOf.get(uuid) ?? [], before.get(uuid), span, gaps),
      alerts: pastAlertsOf(
        (alertsOf.get(uuid) ?? []).filter(({ raisedAt }) => raisedAt < span.to),
        notices,
      ),
    })),
    next: span.to < wanted.to ? toIsoTime(span.to) : null,
  };
}

function statusesOf(
  entries: readonly ShownReport[],
  before: number | undefined,
  span: TimeSpan,
  gaps: readonly TimeSpan[],
): History['statuses'] {
  const periods = withoutGaps(statusPeriodsOf(entries, before ?? null, span), gaps);
  return periods.map((period) => ({ roomStatus: period.status, ...spanOnWire(period) }));
}

export function pausesOnWire(pauses: readonly PastPause[] = []): History['pauses'] {
  return pauses.map(({ from, to, by }) => ({ from: toIsoTime(from), to: toIsoTime(to), by }));
}

/** Reads the messages about the alerts. */
export function readNoticesOf(query: Query, alerts: readonly AlertHistory[]): Promise<PastNotices> {
  return readAlertNotices(
    query,
    alerts.map(({ alert }) => alert.uuid),
  );
}

/** Leaves out alerts that staff never saw. */
export function pastAlertsOf(alerts: readonly AlertHistory[], notices: PastNotices): History['alerts'] {
  return alerts.flatMap(({ alert, steps, raisedAt, endedAt }) => {
    const shown = shownAlertOf(alert);
    if (shown === undefined) return [];
    return {
      ...shown,
      raisedAt: toIsoTime(raisedAt),
      endedAt: toIsoTime(endedAt),
      steps: steps.map(({ event, at, by }) => ({ event, at: toIsoTime(at), by })),
      notices: [...(notices.get(alert.uuid) ?? [])],
    };
  });
}
