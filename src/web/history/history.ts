/** The history of a room as the page uses it: with times in epoch milliseconds, and its pages joined. */
import type * as z from 'zod/mini';
import type { roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import type { AlertActor } from '../../domain/alerts/alert.ts';
import type { StatusPeriod, TimeSpan } from '../../domain/history/status-periods.ts';

export type HistoryPage = z.output<typeof roomHistoryEndpoints.getRoomHistory.response>;
export type PastAlert = HistoryPage['alerts'][number];

export interface History extends TimeSpan {
  /** When the page has received it, by the clock of the browser. Epoch milliseconds. */
  readonly fetchedAt: number;
  readonly displayName: string;
  /** The time zone of the location. */
  readonly timeZone: string;
  readonly periods: readonly StatusPeriod[];
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
export function joinPages(pages: readonly [HistoryPage, ...HistoryPage[]], fetchedAt: number): History {
  const [first] = pages;
  const last = pages.at(-1) ?? first;
  const unique = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => [
    ...new Map(items.map((item) => [keyOf(item), item])).values(),
  ];
  return {
    fetchedAt,
    displayName: first.displayName,
    timeZone: first.timeZone,
    from: Date.parse(first.from),
    to: Date.parse(last.to),
    periods: joinPeriods(pages.flatMap(({ statuses }) => statuses.map(periodOf))),
    gaps: pages.flatMap(({ gaps }) => gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))),
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

export function periodOf({ roomStatus, from, to }: HistoryPage['statuses'][number]): StatusPeriod {
  return { status: roomStatus, from: Date.parse(from), to: Date.parse(to) };
}

/** A period that the end of a page divides becomes one period again. */
export function joinPeriods(periods: readonly StatusPeriod[]): readonly StatusPeriod[] {
  const joined: StatusPeriod[] = [];
  for (const period of periods) {
    const last = joined.at(-1);
    if (last?.status === period.status && last.to === period.from) joined.splice(-1, 1, { ...last, to: period.to });
    else joined.push(period);
  }
  return joined;
}

/** The period that contains a moment. Undefined: nothing is known about the moment. */
export function periodAt(periods: readonly StatusPeriod[], moment: number): StatusPeriod | undefined {
  return periods.findLast(({ from, to }) => from <= moment && (moment < to || from === moment));
}
