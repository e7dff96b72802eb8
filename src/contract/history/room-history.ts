/** The calls of the history of a room and of a ward. */
import * as z from 'zod/mini';
import { shownAlertEvents } from '../../domain/alerts/alert.ts';
import { Actor, ShownAlert } from '../alerts/alerts.ts';
import type { Endpoint } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();

/** The maximum length of the time span of one call, in days. */
export const maxHistoryDays = 31;

const byId = z.object({ id: Uuid });
const Spans = z.array(z.object({ from: Time, to: Time }));
/** The times of day at which the shifts of the location begin, such as `07:00`. */
const Shifts = z.array(z.string());
const Statuses = z.array(z.object({ roomStatus: z.int(), from: Time, to: Time }));
const timeSpan = {
  /**
   * The beginning of the time span. Default: 24 hours before its end; for a ward the start of the shift, but at least
   * two hours before its end.
   */
  from: z.optional(z.iso.datetime({ offset: true })),
  /** The end of the time span. Default: now. */
  to: z.optional(z.iso.datetime({ offset: true })),
};

/** An alert with all that happened to it. */
export const PastAlert = z.extend(ShownAlert, {
  raisedAt: Time,
  /** Null: the alert is open. */
  endedAt: z.nullable(Time),
  /** What happened to the alert. `opened` and `raised`: boards showed it. */
  steps: z.array(z.object({ event: z.enum(shownAlertEvents), at: Time, by: Actor })),
  /**
   * The messages about the alert while it waited for an answer, by time. The recipient `nobody` has no name: at that time
   * the chain was over, and nobody was reached.
   */
  notices: z.array(
    z.object({
      at: Time,
      recipient: z.enum(['person', 'contact', 'nobody']),
      name: z.nullable(z.string()),
      outcome: z.enum(['sending', 'accepted', 'failed']),
      /** Why the message was not accepted, such as `no-phone` or `http-503`. */
      reason: z.nullable(z.string()),
    }),
  ),
});

export const RoomHistory = z.object({
  streamUUID: Uuid,
  displayName: z.string(),
  /** The time zone of the location. The times of the history are in UTC. */
  timeZone: z.string(),
  shifts: Shifts,
  from: Time,
  to: Time,
  /** The times in which no server ran. */
  gaps: Spans,
  /**
   * The statuses that the room showed, each until the next one. The first may have begun before `from`. In a time without
   * a status no server ran, or the room had reported nothing yet.
   */
  statuses: Statuses,
  /** Reports that the room never showed: they arrived late, or while the room was unreachable. */
  unshownReports: z.array(
    z.object({ roomStatus: z.int(), at: Time, receivedAt: Time, reason: z.enum(['late', 'unreachable']) }),
  ),
  /** The alerts that were open in the time span, with all their steps. */
  alerts: z.array(PastAlert),
  /** Pauses of the alerts. `to` is null while the pause goes on. */
  pauses: z.array(z.object({ from: Time, to: z.nullable(Time), by: Actor })),
  /** The value of `from` for the next page. Null: the time span is complete. `to` is the end of this page. */
  next: z.nullable(Time),
});

/** The maximum length of the time span of a ward's history, in hours. */
export const maxWardHistoryHours = 48;

export const WardHistory = z.object({
  wardUUID: Uuid,
  timeZone: z.string(),
  shifts: Shifts,
  from: Time,
  to: Time,
  gaps: Spans,
  /** The monitored rooms, with the members of `RoomHistory`. */
  rooms: z.array(
    z.object({
      streamUUID: Uuid,
      displayName: z.string(),
      statuses: Statuses,
      alerts: z.array(PastAlert),
    }),
  ),
  next: z.nullable(Time),
});

export const roomHistoryEndpoints = {
  getRoomHistory: {
    method: 'GET',
    path: '/streams/{id}/history',
    access: 'user',
    reach: 'named',
    summary: `What a room showed, with its alerts and pauses. At most ${maxHistoryDays} days at once`,
    params: byId,
    query: z.object(timeSpan),
    response: RoomHistory,
  },
  getWardHistory: {
    method: 'GET',
    path: '/wards/{id}/history',
    access: 'user',
    reach: 'named',
    summary: `What the rooms of a ward showed, with their alerts. At most ${maxWardHistoryHours} hours at once`,
    params: byId,
    query: z.object(timeSpan),
    response: WardHistory,
  },
  exportRoomHistory: {
    method: 'GET',
    path: '/streams/{id}/history.csv',
    access: 'user',
    reach: 'named',
    summary: `The history of a room as CSV. At most ${maxHistoryDays} days at once`,
    params: byId,
    query: z.object(timeSpan),
    response: z.string(),
    textAnswer: {
      contentTypes: ['text/csv'],
      description:
        'One row for each status, report that was not shown, alert, pause and time without a server, by time. The first status may have begun before. A last row of the kind `incomplete` has the time from which on the rest is missing.',
    },
  },
  exportWardHistory: {
    method: 'GET',
    path: '/wards/{id}/history.csv',
    access: 'user',
    reach: 'named',
    summary: `The history of a ward as CSV. At most ${maxWardHistoryHours} hours at once`,
    params: byId,
    query: z.object(timeSpan),
    response: z.string(),
    textAnswer: {
      contentTypes: ['text/csv'],
      description:
        'The columns of the history of a room. One row for each status and alert of each room, and for each time without a server, by time. A last row of the kind `incomplete` has the time from which on the rest is missing.',
    },
  },
} as const satisfies Record<string, Endpoint>;
