/**
 * The alerts as the board accepts them. A newer server may send values that this board does not know. An alert with
 * such a value is shown as one that needs an answer, because a board must not hide an alert.
 */
import * as z from 'zod/mini';
import { _default as withDefault, catch as withFallback } from 'zod/mini';
import { Uuid } from '../../../contract/uuid.ts';
import { alertResolutions } from '../../../domain/alerts/alert.ts';
import type { ShownAlert, ShownPause } from '../../../domain/alerts/shown-alert.ts';
import type { RoomAlerts } from '../../../domain/room.ts';
import { validItems } from '../../api/valid-items.ts';

export const Time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time'));

const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), subject: z.string(), displayName: withDefault(z.nullable(z.string()), null) }),
  z.object({ kind: z.literal('device') }),
  z.object({ kind: z.literal('server') }),
]);

export const ReceivedAlert: z.ZodMiniType<ShownAlert> = z.object({
  uuid: Uuid,
  status: z.int(),
  priority: withFallback(z.enum(['high', 'medium', 'technical']), 'medium'),
  isTest: withFallback(z.boolean(), false),
  isFault: withFallback(z.boolean(), false),
  state: withFallback(z.enum(['raised', 'acknowledged', 'attended', 'resolved']), 'raised'),
  by: withFallback(actor, { kind: 'server' }),
  startedAt: Time,
  since: Time,
  dueAt: withFallback(z.nullable(Time), null),
  raisedAgainCount: withFallback(z.int(), 0),
  resolution: withFallback(z.nullable(z.enum(alertResolutions)), null),
  attended: withFallback(z.nullable(z.boolean()), null),
  note: withFallback(z.nullable(z.string()), null),
});

/** A pause that cannot be read is not shown. The room is shown as monitored then, although no new alert is raised. */
export const ReceivedPause: z.ZodMiniType<ShownPause | undefined> = withFallback(
  z.optional(z.object({ by: withFallback(actor, { kind: 'server' }), since: Time, until: Time })),
  undefined,
);

/** The alerts of a room. Invalid alerts are logged and skipped, so that the room and its other alerts are shown. */
export const ReceivedAlerts: z.ZodMiniType<readonly ShownAlert[]> = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => validItems(ReceivedAlert, items, 'alert').items),
);

export const ReceivedRoomAlerts: z.ZodMiniType<RoomAlerts> = z.object({
  streamUUID: Uuid,
  alertRevision: z.int(),
  alerts: ReceivedAlerts,
  pause: ReceivedPause,
});
