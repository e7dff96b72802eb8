/** The messages of devices and the responses to them. */
import * as z from 'zod/mini';
import { isStorableText } from '../../domain/storable-text.ts';

/** A uuid, an alias, or `location/room` where each part is a uuid or an alias. */
const RoomName = z
  .string()
  .check(z.minLength(1), z.maxLength(160), z.refine(isStorableText, 'must be well-formed text'));

/** The room of a report. Exactly one of the two fields is required, and both have the same meaning. */
const roomFields = { room: z.optional(RoomName), stream: z.optional(RoomName) };

interface RoomFields {
  readonly room?: string | undefined;
  readonly stream?: string | undefined;
}

const hasOneRoom = z.refine<RoomFields>(({ room, stream }) => (room === undefined) !== (stream === undefined), {
  path: ['room'],
  error: 'must not be combined with stream: name the room once',
});

/** The id that the device gives a report. */
export const ReportId = z
  .string()
  .check(z.minLength(1), z.maxLength(128), z.refine(isStorableText, 'must be well-formed text'));

/** The time of an event with its zone. Without a zone it would be read in the time zone of the server. */
export const ReportTime = z.iso.datetime({
  offset: true,
  error: 'must be a time with its zone, such as 2026-03-01T03:11:38Z or ...T05:11:38+02:00',
});

/** The status of a room, reported by its device. */
export const Report = z
  .object({
    ...roomFields,
    /** A code (`3`) or a name (`"out_of_bed"`). */
    status: z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(64))]),
    /** The time of the event, ISO 8601 with a zone. Default: the time of receipt. */
    at: z.optional(ReportTime),
    /** Idempotency key: a second report with the same id, status and time within two days is a duplicate. */
    id: z.optional(ReportId),
    /** False: the report changes the status without a notification. A status of high priority still opens an alert. */
    notification: z.optional(z.boolean()),
  })
  .check(hasOneRoom);

/** A heartbeat: the device is online and its status has not changed. A plain text is the name of the room. */
export const Heartbeat = z.union([z.object(roomFields).check(hasOneRoom), RoomName]);

/** The schemas that require exactly one of `room` and `stream`. The OpenAPI document marks them. */
export const schemasRequiringOneRoom: readonly unknown[] = [Report, Heartbeat.def.options[0]];

/** The maximum number of reports or heartbeats in one call. */
export const maxReportsPerCall = 1_000;

/** The maximum length of an NDJSON line without its line break. */
export const maxLineBytes = 16 * 1024;

/** The maximum number of rooms that a response lists for an unknown or ambiguous room name. */
export const maxListedKnownRooms = 20;

const resultFields = {
  outcome: z.enum(['accepted', 'duplicate', 'refused']),
  /** The uuid of the stream. In a refusal, the name that the device sent. */
  stream: z.optional(z.string()),
  /** The name of the room that the device sent. */
  room: z.optional(z.string()),
  /** The stream's revision after this report. */
  revision: z.optional(z.int()),
  /**
   * The field and the reason of a refusal, of a report that is too old to be shown, or of an alert that was opened in
   * spite of `notification: false`.
   */
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
  /**
   * For an unknown room: the first rooms that the device key may report for, and the number of all these rooms. For an
   * ambiguous alias: the rooms that have it.
   */
  known: z.optional(z.array(z.object({ room: z.string(), uuid: z.string(), displayName: z.string() }))),
  knownInAll: z.optional(z.int()),
};

/**
 * The response to a call with reports. Status 200: all are accepted or duplicates. Status 422: at least one was
 * refused; see `results`. Only the first result with an unknown room lists known rooms. `index`: the position in the
 * list that was sent, from 0.
 */
export const ReportResponse = z.object({ results: z.array(z.object({ index: z.int(), ...resultFields })) });

/**
 * The content type of NDJSON: a device sends one report per line on an open connection, and the server responds to each
 * line in order.
 */
export const ndjsonContentType = 'application/x-ndjson';

/** The response to a line. `line`: its number on the connection, from 1. Empty lines count, but get no response. */
export const LineResult = z.object({ line: z.int(), ...resultFields });
