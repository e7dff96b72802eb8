/** The calls of the audit log. */
import * as z from 'zod/mini';
import { auditActorKinds } from '../../domain/audit.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import type { Endpoint } from '../endpoint.ts';

/** The values of an object before or after a change, by name. */
const Values = z.nullable(z.looseObject({}));

export const AuditEvent = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    /** The subject of a user, the operator's name in the operating system, or the id of a device key. */
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
  }),
  /** Any text, so that a page accepts the actions of a newer server. See `auditActions`. */
  action: z.string(),
  object: z.nullable(z.object({ kind: z.string(), id: z.nullable(z.string()), name: z.nullable(z.string()) })),
  /** Null: the event concerns the whole system. */
  clientUUID: z.nullable(z.string()),
  before: Values,
  after: Values,
  /** The address of the actor. */
  address: z.nullable(z.string()),
});

const maxAuditLimit = 500;

const filter = {
  /** A part of the name, id or address of the actor, of the name or id of the object, or of the action. */
  search: z.optional(z.string().check(z.maxLength(200), z.refine(isStorableText, 'must be well-formed text'))),
  /** Inclusive. */
  from: z.optional(z.iso.datetime({ offset: true })),
  /** Exclusive. */
  to: z.optional(z.iso.datetime({ offset: true })),
};

/** In a query every value is a text. */
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
    summary:
      'The audit log, the newest first. An administrator of everything gets all events, an administrator of a client those of the client',
    query: z.object({ ...filter, before: z.optional(AuditCursor), limit: z.optional(Limit) }),
    response: z.object({
      items: z.array(AuditEvent),
      /** Send it as `before` to go on. A page may have fewer items than `limit`, or none. Null: there are no more. */
      before: z.nullable(AuditCursor),
    }),
  },
  exportAuditEvents: {
    method: 'GET',
    path: '/manage/audit/export',
    access: 'administrator',
    summary: 'The audit log as JSON lines, the oldest first',
    query: z.object(filter),
    response: z.string(),
  },
} as const satisfies Record<string, Endpoint>;
