/** The calls of the handover of a shift: what happened in a ward, notes of staff, and who has read it. */
import * as z from 'zod/mini';
import { Actor, Note } from '../alerts/alerts.ts';
import type { Endpoint } from '../endpoint.ts';
import { PastAlert } from '../history/room-history.ts';
import { SleepNumbers, TypicalNumbers } from '../history/room-nights.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();
const Span = z.object({ from: Time, to: Time });
/** `to` is null while it goes on. */
const OpenSpan = z.object({ from: Time, to: z.nullable(Time) });
/** An instant of a shift, usually its start. */
const InShift = z.iso.datetime({ offset: true });

export const RoomNote = z.object({
  uuid: Uuid,
  at: Time,
  by: Actor,
  text: z.string(),
  /** The note that this one corrects. It stays readable. */
  corrects: z.nullable(Uuid),
});

const HandoverRoom = z.object({
  streamUUID: Uuid,
  displayName: z.string(),
  /** The alerts that were open in the shift, without drills and without those that say what `outages` says. */
  alerts: z.array(
    z.extend(PastAlert, {
      /** From the time it was raised until somebody was on the way, or until it ended or now. Milliseconds. */
      waitMs: z.number(),
    }),
  ),
  /**
   * The times of at least a minute in which the device did not observe the room. One that begins with the shift may
   * have begun before. `to` is null if it went on at the end of the shift.
   */
  outages: z.array(z.extend(OpenSpan, { roomStatus: z.int() })),
  pauses: z.array(z.extend(OpenSpan, { by: Actor })),
  /** Null: the shift is in the day, or the room is not monitored any more. */
  night: z.nullable(
    z.object({
      numbers: SleepNumbers,
      /** Whether enough of the hours of sleep was monitored to compare the night. */
      isComparable: z.boolean(),
      /** The typical values of the 14 nights before. Null: too few of them can be compared. */
      typical: z.nullable(TypicalNumbers),
    }),
  ),
  notes: z.array(RoomNote),
});

export const Handover = z.object({
  wardUUID: Uuid,
  timeZone: z.string(),
  shift: Span,
  /** The start of the shift before. */
  previousFrom: Time,
  /** The start of the shift after. Null: it has not begun. */
  nextFrom: z.nullable(Time),
  /** The times in which no server ran. */
  gaps: z.array(Span),
  /** The times of at least a minute in which no board with sound showed the ward. */
  unwatched: z.array(OpenSpan),
  /** The monitored rooms of the ward, and the others that have an alert or a note. */
  rooms: z.array(HandoverRoom),
  /** Who has read the handover. */
  readings: z.array(z.object({ at: Time, by: Actor })),
});

export const handoverEndpoints = {
  getHandover: {
    method: 'GET',
    path: '/wards/{id}/handover',
    access: 'user',
    reach: 'named',
    summary: 'What happened in the rooms of a ward in a shift, and the notes of staff',
    params: z.object({ id: Uuid }),
    query: z.object({
      /** An instant of the shift. Default: the shift that ends within an hour, or the one before the present one. */
      at: z.optional(InShift),
    }),
    response: Handover,
  },
  markHandoverRead: {
    method: 'POST',
    path: '/wards/{id}/handover/readings',
    access: 'user',
    reach: 'named',
    summary: 'The caller has read the handover of a shift. A later call replaces the time',
    params: z.object({ id: Uuid }),
    body: z.strictObject({ shiftFrom: InShift }),
    response: z.object({ at: Time, by: Actor }),
  },
  addRoomNote: {
    method: 'POST',
    path: '/streams/{id}/notes',
    access: 'user',
    reach: 'named',
    summary:
      'Adds a note to the handover of a room, signed by the caller. The caller chooses its uuid, so a call that is sent again adds nothing. A note never changes: a further note corrects it',
    params: z.object({ id: Uuid }),
    body: z.strictObject({
      uuid: Uuid,
      shiftFrom: InShift,
      text: Note,
      corrects: z.optional(Uuid),
    }),
    response: RoomNote,
  },
} as const satisfies Record<string, Endpoint>;
