/** What devices send, and what they are answered. */
import * as z from 'zod/mini';
import { isStorableText } from '../domain/storable-text.ts';

/** uuid, alias, or `location/room` with either of the two for each. */
const RoomName = z
  .string()
  .check(z.minLength(1), z.maxLength(160), z.refine(isStorableText, 'must be well-formed text'));

/** Exactly one of the two; they mean the same. */
const named = { room: z.optional(RoomName), stream: z.optional(RoomName) };

interface Named {
  readonly room?: string | undefined;
  readonly stream?: string | undefined;
}

const isNamedOnce = z.refine<Named>(({ room, stream }) => (room === undefined) !== (stream === undefined), {
  path: ['room'],
  error: 'stands beside stream: name the room once',
});

/** The device's own id of a report. */
export const ReportId = z
  .string()
  .check(z.minLength(1), z.maxLength(128), z.refine(isStorableText, 'must be well-formed text'));

/** A report names its room, what it sees and, if it can, when it saw it. */
export const Report = z
  .object({
    ...named,
    /** Room status, as a code (`3`) or as a name (`"out_of_bed"`). */
    status: z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(64))]),
    /** When it happened: ISO 8601 with a zone. Without it, the time of receipt counts. */
    at: z.optional(
      z.iso.datetime({
        offset: true,
        error: 'must be a time with its zone, such as 2026-03-01T03:11:38Z or ...T05:11:38+02:00',
      }),
    ),
    /** Sent twice, it counts once. */
    id: z.optional(ReportId),
    /** False: the room's state changes without a notification. */
    notification: z.optional(z.boolean()),
  })
  .check(isNamedOnce);

/** A device is there and has nothing new to say. A text is the room's name. */
export const Heartbeat = z.union([z.object(named).check(isNamedOnce), RoomName]);

/** The parts of a body in which exactly one of the fields `room` and `stream` has to be. */
export const namingOneRoom: readonly unknown[] = [Report, Heartbeat.def.options[0]];

/** At most this many reports, or heartbeats, in one call. */
export const maxReportsPerCall = 1_000;

/** Of NDJSON; without its line break. Bytes. */
export const maxLineBytes = 16 * 1024;

/** At most this many rooms are named to whoever named one that is not there. */
export const maxKnownRooms = 20;

const resultFields = {
  outcome: z.enum(['accepted', 'duplicate', 'refused']),
  /** uuid; of a refused one as it was sent. */
  stream: z.optional(z.string()),
  /** As it was sent, where it was. */
  room: z.optional(z.string()),
  /** The stream's revision after this report. */
  revision: z.optional(z.int()),
  /** For a refused one, or one that is too old to be shown: the field at fault, and why. */
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** For a room that is not known: those that this key may name, the first ones and how many there are in all. */
  known: z.optional(z.array(z.object({ room: z.string(), uuid: z.string(), displayName: z.string() }))),
  knownInAll: z.optional(z.int()),
};

export const ReportResult = z.object({
  /** Place in the list that was sent, from 0. */
  index: z.int(),
  ...resultFields,
});

/**
 * 200: all are accepted or were known. 422: at least one was refused; `results` says which. The known
 * rooms are with the first result that needs them.
 */
export const ReportAnswer = z.object({ results: z.array(ReportResult) });

/** Reports line by line, on a connection that stays open: each is answered by a line, in order. */
export const lineContentType = 'application/x-ndjson';

/** `line`: its number on this connection, from 1. Empty lines are counted, and not answered. */
export const LineResult = z.object({ line: z.int(), ...resultFields });
