/** Puts together the figures of a place. */
import type * as z from 'zod/mini';
import type { Figures } from '../../contract/figures/figures.ts';
import { alertLoadOf, hourOf } from '../../domain/figures/alert-load.ts';
import { numbersOf } from '../../domain/figures/alert-numbers.ts';
import type { AlertFigure } from '../../domain/history/nights/alert-figure.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import { readFirstWatched, readUnwatchedPeriods } from '../board/boards/unwatched-periods.ts';
import type { Database } from '../database/database.ts';
import { spanOnWire } from '../history/span-on-wire.ts';
import { type CountedNights, type CountedRoom, monitoredShareOf, readCountedNights } from './counted-nights.ts';
import type { FigurePlace } from './figure-place.ts';
import { readRoomNames } from './room-names.ts';

type Query = Database['query'];
type Figures = z.output<typeof Figures>;

export interface FiguresRequest {
  readonly place: FigurePlace;
  readonly period: TimeSpan;
  readonly now: number;
}

export async function loadFigures(
  { query, kind }: Pick<Database, 'query' | 'kind'>,
  { place, period, now }: FiguresRequest,
): Promise<Figures> {
  const { placeUUID, timeZone, wards } = place;
  const clock = localClockOf(timeZone);
  const uuids = wards.map(({ uuid }) => uuid);
  const present = await readPeriod(query, uuids, period, now);
  const { rooms, watchedShares } = present;
  const alerts = alertsOf(rooms);
  const byHour = Map.groupBy(alerts, ({ raisedAt }) => hourOf(clock, raisedAt));
  return {
    placeUUID,
    timeZone,
    ...spanOnWire(period),
    countedTo: toIsoTime(present.countedTo ?? null),
    totals: totalsOf(rooms, uuids, watchedShares),
    statuses: [...Map.groupBy(alerts, ({ status }) => status)]
      .map(([status, ofStatus]) => ({ status, ...numbersOf(ofStatus) }))
      .toSorted((a, b) => b.alerts - a.alerts),
    wards: wards.map(({ uuid, displayName }) => {
      const ofWard = rooms.filter(({ wardUUID }) => wardUUID === uuid);
      return { wardUUID: uuid, displayName, ...totalsOf(ofWard, [uuid], watchedShares) };
    }),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const ofHour = byHour.get(hour) ?? [];
      return { hour, ...numbersOf(ofHour), alertLoad: alertLoadOf(ofHour) };
    }),
    rooms: roomsOf(rooms, await readRoomNames(query, kind, rooms)),
  };
}

/** For each ward the share of the time in which it was watched. Null: nothing is known. */
type WatchedShares = ReadonlyMap<string, number | null>;

interface CountedPeriod extends CountedNights {
  readonly watchedShares: WatchedShares;
}

async function readPeriod(
  query: Query,
  wards: readonly string[],
  period: TimeSpan,
  now: number,
): Promise<CountedPeriod> {
  if (wards.length === 0) return { rooms: [], countedTo: undefined, watchedShares: new Map() };
  const nights = await readCountedNights(query, wards, period);
  const watchedShares = new Map<string, number | null>();
  for (const ward of wards) watchedShares.set(ward, await readWatchedShare(query, ward, period, now));
  return { ...nights, watchedShares };
}

/** Begins with the first board: before, staff did not use boards in the ward. */
async function readWatchedShare(query: Query, ward: string, period: TimeSpan, now: number): Promise<number | null> {
  const first = (await readFirstWatched(query, ward)) ?? now;
  const span = { from: Math.max(period.from, first), to: Math.min(period.to, now) };
  if (span.from >= span.to) return null;
  const unwatched = await readUnwatchedPeriods(query, ward, { ...span, now });
  const unwatchedMs = unwatched.reduce((sum, { from, to }) => sum + (to ?? now) - from, 0);
  return 1 - unwatchedMs / (span.to - span.from);
}

function totalsOf(
  rooms: readonly CountedRoom[],
  wards: readonly string[],
  watchedShares: WatchedShares,
): Figures['totals'] {
  const alerts = alertsOf(rooms);
  const shares = wards.flatMap((ward) => watchedShares.get(ward) ?? []);
  return {
    ...numbersOf(alerts),
    monitoredShare: monitoredShareOf(rooms),
    watchedShare: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    alertLoad: alertLoadOf(alerts),
  };
}

function alertsOf(rooms: readonly CountedRoom[]): readonly AlertFigure[] {
  return rooms.flatMap(({ alerts }) => alerts);
}

function roomsOf(rooms: readonly CountedRoom[], names: ReadonlyMap<string, string>): Figures['rooms'] {
  return rooms
    .map((room) => {
      const { streamUUID, wardUUID } = room;
      const displayName = streamUUID === null ? null : (names.get(streamUUID) ?? null);
      return { streamUUID, wardUUID, displayName, ...numbersOf(room.alerts), monitoredShare: monitoredShareOf([room]) };
    })
    .toSorted((one, other) => other.alerts - one.alerts);
}
