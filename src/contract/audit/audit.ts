/** The calls of the audit log. */
import * as z from 'zod/mini';
import { auditActorKinds, auditKinds } from '../../domain/audit.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import { ndjsonContentType } from '../intake/reports.ts';
import { Uuid } from '../uuid.ts';
import type { Endpoint } from '../endpoint.ts';

/** The values of an object before or after a change, by name. */
const Values = z.nullable(z.looseObject({}));

export const AuditEvent = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    /** The subject of a user, the operator's name in the operating system, or the id of a device key or a wall board. */
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
  }),
  /** Any text, so that a page accepts the actions of a newer server. See `auditActions`. */
  action: z.string(),
  object: z.nullable(z.object({ kind: z.string(), id: z.nullable(z.string()), name: z.nullable(z.string()) })),
  /** The client of the object. Null: the event concerns the whole system. */
  clientUUID: z.nullable(z.string()),
  before: Values,
  after: Values,
  /** The network address of the actor. */
  address: z.nullable(z.string()),
  /**
   * The id of the object of the event that this event is a part of, such as an import. Null: it is part of no other
   * event.
   */
  partOf: z.nullable(z.string()),
});

const maxAuditLimit = 500;

/** An instant, or a day as `2026-03-01` in the `timeZone` of the answer. */
const TimeOrDay = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const auditFilter = {
  /**
   * A part of the name, id or address of the actor, of the name, id or place of the object, or of the action. An import
   * is found by the names of all its changes.
   */
  search: z.optional(z.string().check(z.maxLength(200), z.refine(isStorableText, 'must be well-formed text'))),
  kind: z.optional(z.enum(auditKinds)),
  /** Only events at or after this time, or from this day on. */
  from: z.optional(TimeOrDay),
  /** Only events before this time, or until the end of this day. */
  to: z.optional(TimeOrDay),
};

/** The maximum number of events, as a text, because it is a query parameter. */
const Limit = z.string().check(
  z.refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= maxAuditLimit, {
    error: `must be a number from 1 to ${maxAuditLimit}`,
  }),
);

const AuditCursor = z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/, 'must be the `before` of an earlier answer'));

export const auditEndpoints = {
  listAuditEvents: {
    method: 'GET',
    path: '/manage/audit',
    access: 'administrator',
    reach: 'scopes',
    view: 'audit.view',
    summary:
      'The audit log, the newest first. An administrator of everything gets all events, an administrator of a client those of the client',
    query: z.object({
      ...auditFilter,
      /**
       * Returns only the parts of the event whose object has this id, the oldest first. Without it, returns only events
       * that are part of no other event.
       */
      partOf: z.optional(Uuid),
      before: z.optional(AuditCursor),
      limit: z.optional(Limit),
    }),
    response: z.object({
      items: z.array(AuditEvent),
      /**
       * The value of `before` for the next page. Null: there are no more events. A page may have fewer items than
       * `limit`, or none.
       */
      before: z.nullable(AuditCursor),
      /** The time zone of the locations that the reader manages. If they have several: that of the server. */
      timeZone: z.string(),
    }),
  },
  exportAuditEvents: {
    method: 'GET',
    path: '/manage/audit/export',
    access: 'administrator',
    reach: 'scopes',
    summary: 'The audit log as JSON lines, the oldest first',
    query: z.object(auditFilter),
    response: z.string(),
    textAnswer: { contentTypes: [ndjsonContentType], description: 'One event on each line.', items: AuditEvent },
  },
} as const satisfies Record<string, Endpoint>;
