/** Counts alerts by night, room and status, before and after a change of rules. */
import { maxListedRooms } from '../../../contract/manage/rules.ts';
import type { Night } from './nights.ts';
import type { RaisedAlert } from './recorded.ts';

export const sides = ['before', 'after'] as const;

export type Side = (typeof sides)[number];

interface Counts {
  readonly before: number;
  readonly after: number;
}

interface CountedAlert {
  readonly side: Side;
  readonly uuid: string;
  readonly status: number;
  readonly night: Night;
}

interface NamedRoom {
  readonly uuid: string;
  readonly displayName: string;
  readonly wardName: string;
}

export function createAlertCounts(nights: readonly Night[], rooms: readonly NamedRoom[]) {
  const alerts: CountedAlert[] = [];
  return {
    /** An alert outside the nights does not count. */
    add: (side: Side, uuid: string, { status, raisedAt }: RaisedAlert): void => {
      const night = nights.find(({ from, to }) => raisedAt >= from && raisedAt < to);
      if (night !== undefined) alerts.push({ side, uuid, status, night });
    },
    /** `countedFrom`: earlier nights are left out, because the log was not read for all of them. Epoch milliseconds. */
    result: (countedFrom: number) => {
      const counted = alerts.filter(({ night }) => night.from >= countedFrom);
      const byNight = Map.groupBy(counted, ({ night }) => night);
      const byRoom = Map.groupBy(counted, ({ uuid }) => uuid);
      const byStatus = Map.groupBy(counted, ({ status }) => status);
      const named = rooms.map(({ uuid, displayName, wardName }) => ({
        uuid,
        displayName,
        wardName,
        ...countsOf(byRoom.get(uuid)),
      }));
      return {
        ...countsOf(counted),
        nights: nights
          .filter(({ from }) => from >= countedFrom)
          .map((night) => ({ evening: night.evening, ...countsOf(byNight.get(night)) })),
        changedRoomCount: named.filter(({ before, after }) => before !== after).length,
        rooms: named.filter(hasAlerts).toSorted(byDifference).slice(0, maxListedRooms),
        statuses: [...byStatus].map(([status, of]) => ({ status, ...countsOf(of) })).toSorted(byDifference),
      };
    },
  };
}

function countsOf(alerts: readonly CountedAlert[] = []): Counts {
  const before = alerts.filter(({ side }) => side === 'before').length;
  return { before, after: alerts.length - before };
}

function hasAlerts({ before, after }: Counts): boolean {
  return before + after > 0;
}

function byDifference(one: Counts, other: Counts): number {
  const difference = ({ before, after }: Counts) => Math.abs(after - before);
  return difference(other) - difference(one) || other.before - one.before;
}
