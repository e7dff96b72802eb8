/** The history of a ward as the page uses it. */
import type * as z from 'zod/mini';
import type { roomHistoryEndpoints } from '../../../contract/history/room-history.ts';
import type { StatusPeriod, TimeSpan } from '../../../domain/history/status-periods.ts';
import { joinPeriods, type PastAlert, periodOf } from '../history.ts';

export type WardHistoryPage = z.output<typeof roomHistoryEndpoints.getWardHistory.response>;

export interface Lane {
  readonly uuid: string;
  readonly displayName: string;
  readonly periods: readonly StatusPeriod[];
  readonly alerts: readonly PastAlert[];
}

export interface WardHistory extends TimeSpan {
  /** When the page has received it, by the clock of the browser. Epoch milliseconds. */
  readonly fetchedAt: number;
  readonly timeZone: string;
  readonly rooms: readonly Lane[];
}

/** Joins the pages of a ward's history. There is at least one page. */
export function joinWardPages(pages: readonly [WardHistoryPage, ...WardHistoryPage[]], fetchedAt: number): WardHistory {
  const [first] = pages;
  const last = pages.at(-1) ?? first;
  return {
    fetchedAt,
    timeZone: first.timeZone,
    from: Date.parse(first.from),
    to: Date.parse(last.to),
    rooms: last.rooms.map(({ streamUUID: uuid, displayName }) => {
      const ofRoom = pages.flatMap(({ rooms }) => rooms.filter(({ streamUUID }) => streamUUID === uuid));
      const alerts = ofRoom.flatMap((room) => room.alerts).map((alert) => [alert.uuid, alert] as const);
      return {
        uuid,
        displayName,
        periods: joinPeriods(ofRoom.flatMap(({ statuses }) => statuses.map(periodOf))),
        alerts: [...new Map(alerts).values()],
      };
    }),
  };
}
