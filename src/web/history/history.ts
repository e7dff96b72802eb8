/** The history of a room as the page uses it: with times in epoch milliseconds, and its pages joined. */
import type * as z from 'zod/mini';
import type { roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import type { AlertActor } from '../../domain/alerts/alert.ts';
import type { StatusPeriod, TimeSpan } from '../../domain/history/status-periods.ts';

export type HistoryPage = z.output<typeof roomHistoryEndpoints.getRoomHistory.response>;
export type PastAlert = HistoryPage['alerts'][number];

/** A period that the page shows. */
export interface ShownPeriod extends StatusPeriod {
  /** Whether the status began before the fetched time, so that its beginning is not known. */
  readonly isOlder: boolean;
  /** Whether it lasts until the end of the fetched time. `unknown`: that is in the past, so its end is not known. */
  readonly lastsUntil: 'end' | 'now' | 'unknown';
}

/** When the page has received a history. */
export interface Fetched {
  /** By the clock of the browser, in epoch milliseconds. */
  readonly at: number;
  /** Whether the fetched time ends now. */
  readonly isCurrent: boolean;
}

export interface History extends TimeSpan {
  readonly fetched: Fetched;
  readonly displayName: string;
  /** The time zone of the location. */
  readonly timeZone: string;
  readonly periods: readonly ShownPeriod[];
  /** The times in which no server ran. */
  readonly gaps: readonly TimeSpan[];
  readonly unshownReports: readonly {
    readonly status: number;
    readonly at: number;
    readonly receivedAt: number;
    readonly reason: 'late' | 'unreachable';
  }[];
  readonly alerts: readonly PastAlert[];
  /** `to`: null while the pause goes on. */
  readonly pauses: readonly { readonly from: number; readonly to: number | null; readonly by: AlertActor }[];
}

/** Joins the pages of a history. There is at least one page. */
export function joinPages(pages: readonly [HistoryPage, ...HistoryPage[]], fetched: Fetched): History {
  const [first] = pages;
  const last = pages.at(-1) ?? first;
  const unique = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => [
    ...new Map(items.map((item) => [keyOf(item), item])).values(),
  ];
  return {
    fetched,
    displayName: first.displayName,
    timeZone: first.timeZone,
    from: Date.parse(first.from),
    to: Date.parse(last.to),
    periods: periodsOf(pages, pages, fetched),
    gaps: gapsOf(pages),
    unshownReports: pages.flatMap(({ unshownReports }) =>
      unshownReports.map(({ roomStatus, at, receivedAt, reason }) => {
        return { status: roomStatus, at: Date.parse(at), receivedAt: Date.parse(receivedAt), reason };
      }),
    ),
    alerts: unique(
      pages.flatMap(({ alerts }) => alerts),
      ({ uuid }) => uuid,
    ),
    pauses: unique(
      pages.flatMap(({ pauses }) => pauses),
      ({ from }) => from,
    ).map(({ from, to, by }) => ({ from: Date.parse(from), to: to === null ? null : Date.parse(to), by })),
  };
}

/** The periods of one room. `pages`: those of the whole history, whose times tell what is not known. */
export function periodsOf(
  rooms: readonly Pick<HistoryPage, 'statuses'>[],
  pages: readonly Pick<HistoryPage, 'from' | 'to'>[],
  { isCurrent }: Fetched,
): readonly ShownPeriod[] {
  const [begin, end] = [pages.at(0)?.from ?? '', pages.at(-1)?.to ?? ''].map((time) => Date.parse(time));
  const atEnd = isCurrent ? 'now' : 'unknown';
  return joinPeriods(rooms.flatMap(({ statuses }) => statuses.map(periodOf))).map((period) => ({
    ...period,
    isOlder: period.from === begin,
    lastsUntil: period.to === end ? atEnd : 'end',
  }));
}

export function gapsOf(pages: readonly Pick<HistoryPage, 'gaps'>[]): readonly TimeSpan[] {
  return pages.flatMap(({ gaps }) => gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })));
}

function periodOf({ roomStatus, from, to }: HistoryPage['statuses'][number]): StatusPeriod {
  return { status: roomStatus, from: Date.parse(from), to: Date.parse(to) };
}

/** A period that the end of a page divides becomes one period again. */
function joinPeriods(periods: readonly StatusPeriod[]): readonly StatusPeriod[] {
  const joined: StatusPeriod[] = [];
  for (const period of periods) {
    const last = joined.at(-1);
    if (last?.status === period.status && last.to === period.from) joined.splice(-1, 1, { ...last, to: period.to });
    else joined.push(period);
  }
  return joined;
}

/** The period that contains a moment. Undefined: nothing is known about the moment. */
export function periodAt(
  { periods, to: end }: Pick<History, 'periods' | 'to'>,
  moment: number,
): ShownPeriod | undefined {
  // The end of what is known is a moment of the last period, because the page shows it as "now".
  return periods.findLast(({ from, to }) => from <= moment && (moment < to || from === moment || to === end));
}
