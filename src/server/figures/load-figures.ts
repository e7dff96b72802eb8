/** Puts together the figures of a place. */
import type * as z from 'zod/mini';
import type { Figures } from '../../contract/figures/figures.ts';
import { alertLoadOf, hourOf } from '../../domain/figures/alert-load.ts';
import { type CountedAlert, numbersOf } from '../../domain/figures/alert-numbers.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import { readFirstWatched, readUnwatchedPeriods } from '../board/boards/unwatched-periods.ts';
import type { Database } from '../database/database.ts';
import { spanOnWire } from '../history/span-on-wire.ts';
import { type CountedNights, monitoredShareOf, readCountedNights } from './counted-nights.ts';
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
  const { alerts, observed } = present;
  const byHour = Map.groupBy(alerts, ({ raisedAt }) => hourOf(clock, raisedAt));
  return {
    placeUUID,
    timeZone,
    ...spanOnWire(period),
    countedTo: toIsoTime(present.known?.to ?? null),
    totals: totalsOf(present, uuids),
    statuses: [...Map.groupBy(alerts, ({ status }) => status)]
      .map(([status, ofStatus]) => ({ status, ...numbersOf(ofStatus) }))
      .toSorted((a, b) => b.alerts - a.alerts),
    wards: wards.map(({ uuid, displayName }) => {
      const ofWard = <Item extends { readonly wardUUID: string }>(items: readonly Item[]) =>
        items.filter(({ wardUUID }) => wardUUID === uuid);
      const counted = { ...present, alerts: ofWard(alerts), observed: ofWard(observed) };
      return { wardUUID: uuid, displayName, ...totalsOf(counted, [uuid]) };
    }),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const ofHour = byHour.get(hour) ?? [];
      return { hour, ...numbersOf(ofHour), alertLoad: alertLoadOf(ofHour) };
    }),
    rooms: roomsOf(present, await readRoomNames(query, kind, [...alerts, ...observed])),
  };
}

interface CountedPeriod extends CountedNights {
  /** For each ward the share of the time in which it was watched. Null: nothing is known. */
  readonly watchedShares: ReadonlyMap<string, number | null>;
}

async function readPeriod(
  query: Query,
  wards: readonly string[],
  period: TimeSpan,
  now: number,
): Promise<CountedPeriod> {
  if (wards.length === 0) return { alerts: [], observed: [], known: undefined, watchedShares: new Map() };
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

function totalsOf({ alerts, observed, watchedShares }: CountedPeriod, wards: readonly string[]): Figures['totals'] {
  const shares = wards.flatMap((ward) => watchedShares.get(ward) ?? []);
  return {
    ...numbersOf(alerts),
    monitoredShare: monitoredShareOf(observed),
    watchedShare: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    alertLoad: alertLoadOf(alerts),
  };
}

function roomsOf({ alerts, observed }: CountedNights, names: ReadonlyMap<string, string>): Figures['rooms'] {
  const keyOf = ({ wardUUID, streamUUID }: Pick<CountedAlert, 'wardUUID' | 'streamUUID'>) =>
    `${wardUUID} ${streamUUID}`;
  const alertsOf = Map.groupBy(alerts, keyOf);
  const observedOf = Map.groupBy(observed, keyOf);
  return [...Map.groupBy([...observed, ...alerts], keyOf)]
    .flatMap(([key, [first]]) => {
      if (first === undefined) return [];
      const { streamUUID, wardUUID } = first;
      const displayName = streamUUID === null ? null : (names.get(streamUUID) ?? null);
      const share = monitoredShareOf(observedOf.get(key) ?? []);
      return [{ streamUUID, wardUUID, displayName, ...numbersOf(alertsOf.get(key) ?? []), monitoredShare: share }];
    })
    .toSorted((one, other) => other.alerts - one.alerts);
}
