/** The alerts that a figure counts, filtered and in pages. */
import type * as z from 'zod/mini';
import type { figuresEndpoints } from '../../contract/figures/figures.ts';
import { hourOf } from '../../domain/figures/alert-load.ts';
import { type AlertKind, alertsOfKind } from '../../domain/figures/alert-numbers.ts';
import type { AlertFigure } from '../../domain/history/nights/alert-figure.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import type { Database } from '../database/database.ts';
import { type CountedRoom, readCountedNights } from './counted-nights.ts';
import type { FigurePlace } from './figure-place.ts';
import { readRoomNames } from './room-names.ts';

type AlertOnWire = z.output<typeof figuresEndpoints.listFigureAlerts.response>['items'][number];

export interface AlertFilter {
  readonly kind?: AlertKind | undefined;
  readonly status?: string | undefined;
  readonly hour?: string | undefined;
  readonly wardUUID?: string | undefined;
  readonly streamUUID?: string | undefined;
}

export interface CountedRequest {
  readonly place: FigurePlace;
  readonly period: TimeSpan;
}

/** All alerts of a place and a period that match the filter, the newest first. */
export async function readCountedAlerts(
  { query, kind: databaseKind }: Pick<Database, 'query' | 'kind'>,
  { place: { wards, timeZone }, period }: CountedRequest,
  { kind = 'all', status, hour, wardUUID, streamUUID }: AlertFilter,
): Promise<readonly AlertOnWire[]> {
  if (wards.length === 0) return [];
  const clock = localClockOf(timeZone);
  const { rooms } = await readCountedNights(
    query,
    wards.map(({ uuid }) => uuid),
    period,
  );
  const isOfPlace = (room: CountedRoom): boolean =>
    (wardUUID === undefined || room.wardUUID === wardUUID.toLowerCase()) &&
    (streamUUID === undefined || room.streamUUID === streamUUID.toLowerCase());
  const isOfFilter = (alert: AlertFigure): boolean =>
    (status === undefined || alert.status === Number(status)) &&
    (hour === undefined || hourOf(clock, alert.raisedAt) === Number(hour));
  const matching = rooms
    .filter(isOfPlace)
    .flatMap(({ alerts, ...room }) => alerts.filter(isOfFilter).map((alert) => ({ ...alert, ...room })));
  const found = alertsOfKind(matching, kind).toSorted((one, other) => other.raisedAt - one.raisedAt);
  const names = await readRoomNames(query, databaseKind, found);
  return found.map((alert) => ({
    wardUUID: alert.wardUUID,
    streamUUID: alert.streamUUID,
    displayName: alert.streamUUID === null ? null : (names.get(alert.streamUUID) ?? null),
    status: alert.status,
    priority: alert.priority,
    raisedAt: toIsoTime(alert.raisedAt),
    acknowledgedMs: alert.acknowledgedMs,
    arrivedMs: alert.arrivedMs,
    endedMs: alert.endedMs,
    resolution: alert.resolution,
  }));
}

const pageSize = 100;

/** `cursor`: the `next` of the page before, which is the key of its last alert. */
export function pageOf(alerts: readonly AlertOnWire[], cursor: string | undefined) {
  const sorted = withKeys(alerts).toSorted((one, other) => (one.key < other.key ? 1 : -1));
  const rest = cursor === undefined ? sorted : sorted.filter(({ key }) => key < cursor);
  const page = rest.slice(0, pageSize);
  return {
    items: page.map(({ alert }) => alert),
    next: rest.length <= pageSize ? null : (page.at(-1)?.key ?? null),
  };
}

/**
 * Each alert with a key by time. The key has a running number, because one time of day can raise the alerts of many
 * rooms, and erased alerts have no room.
 */
function withKeys(alerts: readonly AlertOnWire[]) {
  const counts = new Map<string, number>();
  return alerts.map((alert) => {
    const { raisedAt, streamUUID, status } = alert;
    const base = `${raisedAt} ${streamUUID} ${status}`;
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    return { alert, key: `${base} ${String(count).padStart(6, '0')}` };
  });
}
