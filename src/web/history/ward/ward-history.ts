/** The history of a ward as the page uses it. */
import type * as z from 'zod/mini';
import type { roomHistoryEndpoints } from '../../../contract/history/room-history.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { type Fetched, gapsOf, type PastAlert, periodsOf, type ShownPeriod } from '../history.ts';

export type WardHistoryPage = z.output<typeof roomHistoryEndpoints.getWardHistory.response>;

export interface Lane {
  readonly uuid: string;
  readonly displayName: string;
  readonly periods: readonly ShownPeriod[];
  readonly alerts: readonly PastAlert[];
}

export interface WardHistory extends TimeSpan {
  readonly fetched: Fetched;
  readonly timeZone: string;
  /** The times in which no server ran. */
  readonly gaps: readonly TimeSpan[];
  readonly rooms: readonly Lane[];
}

/** Joins the pages of a ward's history. There is at least one page. */
export function joinWardPages(pages: readonly [WardHistoryPage, ...WardHistoryPage[]], fetched: Fetched): WardHistory {
  const [first] = pages;
  const last = pages.at(-1) ?? first;
  return {
    fetched,
    timeZone: first.timeZone,
    gaps: gapsOf(pages),
    from: Date.parse(first.from),
    to: Date.parse(last.to),
    rooms: last.rooms.map(({ streamUUID: uuid, displayName }) => {
      const ofRoom = pages.flatMap(({ rooms }) => rooms.filter(({ streamUUID }) => streamUUID === uuid));
      const alerts = ofRoom.flatMap((room) => room.alerts).map((alert) => [alert.uuid, alert] as const);
      return {
        uuid,
        displayName,
        periods: periodsOf(ofRoom, pages, fetched),
        alerts: [...new Map(alerts).values()],
      };
    }),
  };
}
