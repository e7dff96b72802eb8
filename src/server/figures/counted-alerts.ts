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

/** `cursor`: the `next` of the page before, which is the time and the room of its last alert. */
export function pageOf(alerts: readonly AlertOnWire[], cursor: string | undefined) {
  const keyOf = ({ raisedAt, streamUUID, status }: AlertOnWire) => `${raisedAt} ${streamUUID} ${status}`;
  const sorted = alerts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
  const rest = cursor === undefined ? sorted : sorted.filter((alert) => keyOf(alert) < cursor);
  const items = rest.slice(0, pageSize);
  const last = items.at(-1);
  return { items, next: last === undefined || rest.length <= pageSize ? null : keyOf(last) };
}
