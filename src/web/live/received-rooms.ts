/**
 * The rooms, updates and alerts as the board accepts them. The contract of our own server requires more fields. A server
 * that implements only the specification has no revision, no type and no alerts, and its times can have any ISO 8601 zone.
 * A newer server may send values that this board does not know. An alert with such a value is shown as one that needs an
 * answer, because a board must not hide an alert.
 */
import * as z from 'zod/mini';
import { _default as withDefault, catch as withFallback } from 'zod/mini';
import { ShownAlertRule } from '../../contract/alerts/alerts.ts';
import { Uuid } from '../../contract/uuid.ts';
import { alertResolutions } from '../../domain/alerts/alert.ts';
import type { ShownAlert, ShownPause } from '../../domain/alerts/shown-alert.ts';
import { sourceKinds } from '../../domain/source.ts';
import { streamTypes } from '../../domain/stream.ts';
import type { Room, RoomAlerts, RoomUpdate } from '../../domain/room.ts';
import { selectValidItems } from '../api/valid-items.ts';

export const ReceivedTime = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time'));

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
  startedAt: ReceivedTime,
  since: ReceivedTime,
  dueAt: withFallback(z.nullable(ReceivedTime), null),
  raisedAgainCount: withFallback(z.int(), 0),
  resolution: withFallback(z.nullable(z.enum(alertResolutions)), null),
  attended: withFallback(z.nullable(z.boolean()), null),
  note: withFallback(z.nullable(z.string()), null),
});

/** The pause of a room. An invalid pause counts as no pause. */
const ReceivedPause: z.ZodMiniType<ShownPause | undefined> = withFallback(
  z.optional(z.object({ by: withFallback(actor, { kind: 'server' }), since: ReceivedTime, until: ReceivedTime })),
  undefined,
);

/** The alerts of a room. Invalid alerts are logged and skipped, so that the room and its other alerts are shown. */
const ReceivedAlerts: z.ZodMiniType<readonly ShownAlert[]> = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => selectValidItems(ReceivedAlert, items, 'alert').items),
);

export const ReceivedRoomAlerts: z.ZodMiniType<RoomAlerts> = z.object({
  streamUUID: Uuid,
  alertRevision: z.int(),
  alerts: ReceivedAlerts,
  pause: ReceivedPause,
});

const state = {
  uuid: Uuid,
  roomStatus: z.int(),
  lastNotification: withDefault(z.nullable(z.int()), null),
  lastNotificationSent: withDefault(z.nullable(ReceivedTime), null),
  revision: z.optional(z.int()),
  offlineSource: withoutUnknown(sourceKinds),
};

/** Returns one of the known values, or undefined for a value of a newer server. */
function withoutUnknown<const T extends readonly string[]>(values: T) {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value): T[number] | undefined => values.find((known) => known === value)),
  );
}

export const ReceivedUpdate: z.ZodMiniType<RoomUpdate> = z.object({ ...state, quiet: z.optional(z.literal(true)) });

export const ReceivedRoom: z.ZodMiniType<Room> = z.object({
  ...state,
  displayName: z.string(),
  /** The only status of a stream that the board uses is INACTIVE, because such a room is hidden (WARD-5). */
  status: z.pipe(
    z.optional(z.string()),
    z.transform((status) => (status === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE')),
  ),
  wardUUID: z.optional(Uuid),
  type: withoutUnknown(streamTypes),
  alertRevision: z.optional(z.int()),
  alerts: withFallback(z.optional(ReceivedAlerts), undefined),
  pause: ReceivedPause,
  alertRules: withFallback(z.optional(z.readonly(z.array(ShownAlertRule))), undefined),
});
