/** Puts together the handover of a shift. */
import type * as z from 'zod/mini';
import type { Handover } from '../../contract/handover/handover.ts';
import { outagesOf } from '../../domain/handover/outages.ts';
import { nightOfShift } from '../../domain/handover/handover-shift.ts';
import type { AlertHistory } from '../../domain/history/alert-history.ts';
import { alertFigureOf, waitOf } from '../../domain/history/nights/alert-figure.ts';
import { nightsUntil } from '../../domain/history/nights/night.ts';
import { comparedNightCount, isComparable, typicalRangesOf } from '../../domain/history/nights/typical-range.ts';
import { statusPeriodsOf, type TimeSpan, withoutGaps } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import { shiftAt, shiftBefore } from '../../domain/local-time/shifts.ts';
import { readUnwatchedPeriods } from '../board/boards/unwatched-periods.ts';
import type { Database } from '../database/database.ts';
import { readAlerts, readPauses } from '../history/alert-log.ts';
import type { PastNotices } from '../history/alert-notices.ts';
import { countNights } from '../history/nights/count-night.ts';
import { readStoredNights } from '../history/nights/read-summaries.ts';
import { pastAlertsOf, pausesOnWire, readNoticesOf } from '../history/room-history.ts';
import { readShownReports, readStatusesAt } from '../history/room-log.ts';
import { readServerGaps } from '../history/server-gaps.ts';
import { spanOnWire } from '../history/span-on-wire.ts';
import { readNotes } from './notes.ts';
import { readReadings } from './readings.ts';
import type { WardTime } from '../rules/ward-time.ts';

type Query = Database['query'];
type Handover = z.output<typeof Handover>;
type Room = Handover['rooms'][number];

/** No ward has more reports in a shift. Beyond this number later outages are missing. */
const maxReports = 200_000;

export interface HandoverRequest extends Omit<WardTime, 'clock'> {
  readonly wardUUID: string;
  readonly shift: TimeSpan;
  /** Epoch milliseconds. */
  readonly now: number;
}

export async function loadHandover(query: Query, request: HandoverRequest): Promise<Handover> {
  const { wardUUID, shifts, timeZone, shift, now } = request;
  const clock = localClockOf(timeZone);
  const span = { from: shift.from, to: Math.min(shift.to, now) };
  const gaps = await readServerGaps(query, span);
  const unwatched = await readUnwatchedPeriods(query, wardUUID, { ...span, now });
  const next = shiftAt(clock, shifts, shift.to).from;
  return {
    wardUUID,
    timeZone,
    shift: spanOnWire(shift),
    previousFrom: toIsoTime(shiftBefore(clock, shifts, shift.from).from),
    nextFrom: next <= now ? toIsoTime(next) : null,
    gaps: gaps.map(spanOnWire),
    unwatched: unwatched.map(({ from, to }) => ({ from: toIsoTime(from), to: toIsoTime(to) })),
    rooms: await loadRooms(query, request, { span, gaps }),
    readings: await readReadings(query, wardUUID, shift),
  };
}

interface ShiftSpan {
  /** The part of the shift that is over. */
  readonly span: TimeSpan;
  readonly gaps: readonly TimeSpan[];
}

async function loadRooms(query: Query, request: HandoverRequest, { span, gaps }: ShiftSpan): Promise<Room[]> {
  const { wardUUID, shift, now } = request;
  const ofWard = await query
    .selectFrom('stream')
    .select(['uuid', 'display_name as displayName', 'status'])
    .where('ward_uuid', '=', wardUUID)
    .orderBy('display_name')
    .execute();
  if (ofWard.length === 0) return [];
  const uuids = ofWard.map(({ uuid }) => uuid);
  const all = await readAlerts(query, uuids, span);
  const notices = await readNoticesOf(query, all);
  const alertsOf = Map.groupBy(all, ({ alert }) => alert.streamUUID);
  const notesOf = await readNotes(query, uuids, shift);
  const rooms = ofWard
    .map(({ uuid, ...room }) => {
      const alerts = (alertsOf.get(uuid) ?? []).flatMap((alert) => alertOnWire(alert, notices, now));
      return { ...room, uuid, alerts, notes: [...(notesOf.get(uuid) ?? [])] };
    })
    // What happened in a room before it was set INACTIVE is handed over.
    .filter(({ status, alerts, notes }) => status === 'ACTIVE' || alerts.length > 0 || notes.length > 0);
  if (rooms.length === 0) return [];
  const streams = rooms.map(({ uuid }) => uuid);
  const { entries } = await readShownReports(query, streams, span, maxReports);
  const reports = Map.groupBy(entries, ({ stream }) => stream);
  const before = await readStatusesAt(query, streams, span.from);
  const pauses = await readPauses(query, streams, span, now);
  const active = rooms.flatMap(({ uuid, status }) => (status === 'ACTIVE' ? uuid : []));
  const nights = await loadNights(query, active, request);
  return rooms.map(({ uuid, displayName, alerts, notes }) => {
    const periods = statusPeriodsOf(reports.get(uuid) ?? [], before.get(uuid) ?? null, span);
    return {
      streamUUID: uuid,
      displayName,
      alerts,
      outages: outagesOf(withoutGaps(periods, gaps)).map(({ status, from, to }) => ({
        roomStatus: status,
        from: toIsoTime(from),
        to: to === span.to ? null : toIsoTime(to),
      })),
      pauses: pausesOnWire(pauses.get(uuid)),
      night: nights.get(uuid) ?? null,
      notes,
    };
  });
}

function alertOnWire(alert: AlertHistory, notices: PastNotices, now: number): Room['alerts'] {
  const { priority, isFault } = alert.alert;
  const figure = alertFigureOf(alert);
  return figure === undefined || (priority === 'technical' && !isFault)
    ? []
    : pastAlertsOf([alert], notices).map((past) => ({ ...past, waitMs: waitOf(figure, now) }));
}

/** The night of each room, beside the nights before it. Empty: the shift is in the day, or there is no room. */
async function loadNights(
  query: Query,
  streams: readonly string[],
  { timeZone, shift, now }: HandoverRequest,
): Promise<ReadonlyMap<string, NonNullable<Room['night']>>> {
  const clock = localClockOf(timeZone);
  const night = nightOfShift(clock, shift);
  if (night === undefined || streams.length === 0) return new Map();
  const before = nightsUntil(clock, night.from - 1, comparedNightCount);
  const storedNights = await readStoredNights(query, streams, [night, ...before]);
  const missing = streams.filter((stream) => storedNights.get(stream)?.has(night.from) !== true);
  const past = { from: night.from, to: Math.min(night.to, now) };
  const counted = await countNights(query, missing, { clock, night: past });
  const nights = new Map<string, NonNullable<Room['night']>>();
  for (const stream of streams) {
    const stored = storedNights.get(stream);
    const summary = stored?.get(night.from) ?? counted.get(stream);
    if (summary === undefined) continue;
    // The others are counted at the latest an hour after their end.
    const known = before.flatMap(({ from }) => stored?.get(from)?.sleep ?? []);
    nights.set(stream, {
      numbers: summary.sleep,
      isComparable: isComparable(summary.sleep),
      typical: typicalRangesOf(known) ?? null,
    });
  }
  return nights;
}
