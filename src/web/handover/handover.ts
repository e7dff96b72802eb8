/** What a page shows of the handover of a shift. */
import type * as z from 'zod/mini';
import type { handoverEndpoints } from '../../contract/handover/handover.ts';
import { type ComparedNumber, raisedNumbersOf } from '../../domain/history/nights/typical-range.ts';
import { isHighPriority } from '../../domain/room-status.ts';

export type Handover = z.output<typeof handoverEndpoints.getHandover.response>;
export type HandoverRoom = Handover['rooms'][number];
export type HandoverAlert = HandoverRoom['alerts'][number];
export type Note = HandoverRoom['notes'][number];

/** Whether the handover says something about the room. */
export function isEventful(room: HandoverRoom): boolean {
  const { alerts, outages, pauses, notes } = room;
  return [alerts, outages, pauses, notes, raisedOf(room)].some(({ length }) => length > 0);
}

/** The numbers of the night that are clearly above what is typical for the room. */
export function raisedOf({ night }: HandoverRoom): readonly ComparedNumber[] {
  return night === null || night.typical === null || !night.isComparable
    ? []
    : raisedNumbersOf(night.numbers, night.typical);
}

/** Alerts of one status in one room. */
export interface AlertGroup {
  readonly status: number;
  /** The first raised first. */
  readonly alerts: readonly [HandoverAlert, ...HandoverAlert[]];
}

/** So many alerts of one status that ended in the same way are summed up in one line. */
const minSummedAlerts = 3;

/** The alerts of a room in lines. An open alert, one with a note, and one of high priority has a line of its own. */
export function alertGroupsOf(alerts: readonly HandoverAlert[]): readonly AlertGroup[] {
  const kindOf = (alert: HandoverAlert) => (isCommon(alert) ? `${alert.status} ${alert.resolution}` : alert.uuid);
  return [...Map.groupBy(alerts, kindOf).values()]
    .flatMap((group) => (group.length < minSummedAlerts ? group.map((alert) => [alert]) : [group]))
    .flatMap(([first, ...rest]) =>
      first === undefined ? [] : [{ status: first.status, alerts: [first, ...rest] as const }],
    )
    .toSorted((one, other) => one.alerts[0].raisedAt.localeCompare(other.alerts[0].raisedAt));
}

/** A false alarm is common, whatever its priority. */
function isCommon({ status, note, endedAt, resolution }: HandoverAlert): boolean {
  return note === null && endedAt !== null && (!isHighPriority(status) || resolution === 'false-alarm');
}

const namedWaits = 3;

/** The longest waits for somebody to come, in all rooms. */
export function waitsOf(rooms: readonly HandoverRoom[]): readonly { room: HandoverRoom; alert: HandoverAlert }[] {
  return rooms
    .flatMap((room) => room.alerts.map((alert) => ({ room, alert })))
    .toSorted((one, other) => other.alert.waitMs - one.alert.waitMs)
    .slice(0, namedWaits);
}

/** The number of alerts of each status, the most urgent first. */
export function alertCountsOf(rooms: readonly HandoverRoom[]): readonly { status: number; count: number }[] {
  const alerts = rooms.flatMap((room) => room.alerts);
  return [...Map.groupBy(alerts, ({ status }) => status)]
    .map(([status, { length: count }]) => ({ status, count }))
    .toSorted(
      (one, other) =>
        Number(isHighPriority(other.status)) - Number(isHighPriority(one.status)) || other.count - one.count,
    );
}
