/** Alerts on the wire: in the list of streams, in live events and in the calls that answer them. */
import * as z from 'zod/mini';
import { maxPauseMinutes } from '../../domain/alerts/alert-hold.ts';
import { alertPriorities, alertResolutions, maxNoteLength } from '../../domain/alerts/alert.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();
/** OpenID Connect allows 255 characters (section 2 of its core); some providers use more. */
const maxSubjectLength = 1_000;

export const Actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), subject: z.string(), displayName: z.nullable(z.string()) }),
  z.object({ kind: z.literal('device') }),
  z.object({ kind: z.literal('server') }),
]);

export const ShownAlert = z.object({
  uuid: Uuid,
  status: z.int(),
  priority: z.enum(alertPriorities),
  isTest: z.boolean(),
  /** The sensor is faulty: its status raises no alert in this room until this alert is resolved as `repaired`. */
  isFault: z.boolean(),
  state: z.enum(['raised', 'acknowledged', 'attended', 'resolved']),
  by: Actor,
  startedAt: Time,
  since: Time,
  dueAt: z.nullable(Time),
  raisedAgainCount: z.int().check(z.nonnegative()),
  resolution: z.nullable(z.enum(alertResolutions)),
  /**
   * Whether somebody was in the room before the alert was resolved. Null: it is not resolved, or the user gave no
   * answer.
   */
  attended: z.nullable(z.boolean()),
  note: z.nullable(z.string()),
});

/** The pause of a room's alerts while staff care for the resident. */
export const ShownPause = z.object({ by: Actor, since: Time, until: Time });

/** A rule of a room that differs from the defaults. */
export const ShownAlertRule = z.object({
  status: z.int(),
  priority: z.nullable(z.enum(alertPriorities)),
  afterSeconds: z.number(),
  between: z.nullable(z.string()),
});

export const ListedAlert = z.extend(ShownAlert, { streamUUID: Uuid, wardUUID: Uuid });

export const PauseRequest = z.strictObject({
  minutes: z.optional(z.int().check(z.minimum(1), z.maximum(maxPauseMinutes))),
});

/**
 * The open alerts of the room as the sender of an answer saw them: how often each had been raised again, by uuid.
 * Without this field the answer applies only to the named alert, and only if it was not raised again.
 */
const SeenAlerts = z.optional(z.record(Uuid, z.int().check(z.nonnegative())));

/**
 * The subject of a person who is on duty on the ward of the alert, and for whom a wall board answers. Without it the wall
 * board answers under its own name.
 */
const OnBehalfOf = z.optional(z.string().check(z.maxLength(maxSubjectLength)));

export const AnswerRequest = z.optional(z.strictObject({ seen: SeenAlerts, onBehalfOf: OnBehalfOf }));

export const WithdrawRequest = z.optional(z.strictObject({ onBehalfOf: OnBehalfOf }));

/**
 * A note. Invisible characters, and characters that change the direction of the text around them, are replaced by
 * blanks, because a note must not be a reason to refuse an answer to a fall.
 */
export const Note = z.pipe(
  z.string().check(z.maxLength(maxNoteLength)),
  z.transform((note: string) =>
    note.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' '),
  ),
);

export const ResolveRequest = z.strictObject({
  seen: SeenAlerts,
  onBehalfOf: OnBehalfOf,
  /** Whether somebody was in the room. */
  attended: z.optional(z.boolean()),
  resolution: z.enum(alertResolutions),
  note: z.optional(Note),
});
