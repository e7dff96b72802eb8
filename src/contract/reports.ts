/** What devices send, and what they are answered. */
import * as z from 'zod/mini';
import { Uuid } from './entities.ts';

/** A report names its stream, what it sees and, if it can, when it saw it. */
export const Report = z.object({
  /** uuid of the stream. */
  stream: Uuid,
  /** Room status, as a code (`3`) or as a name (`"out_of_bed"`). */
  status: z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(64))]),
  /** When it happened: ISO 8601 with a zone. Without it, the time of receipt counts. */
  at: z.optional(z.iso.datetime({ offset: true })),
  /** The device's own id of the report: sent twice, it counts once. */
  id: z.optional(
    z.string().check(
      z.minLength(1),
      z.maxLength(128),
      // Half a character cannot be stored: two such ids would become one.
      z.refine((id) => id.isWellFormed(), 'must be well-formed text'),
    ),
  ),
  /** False: the room's state changes without a notification. */
  notification: z.optional(z.boolean()),
});

/** At most this many reports in one call. */
export const maxReportsPerCall = 1_000;

export const ReportResult = z.object({
  /** Place in the list that was sent, from 0. */
  index: z.int(),
  outcome: z.enum(['accepted', 'duplicate', 'refused']),
  stream: z.optional(z.string()),
  /** The stream's revision after this report. */
  revision: z.optional(z.int()),
  /** For a refused one: the field at fault, and why. */
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** 200: all are accepted or were known. 422: at least one was refused; `results` says which. */
export const ReportAnswer = z.object({ results: z.array(ReportResult) });
