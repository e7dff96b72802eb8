/**
 * The rooms and updates as the board accepts them. The contract of our own server requires more fields. A server that
 * implements only the specification has no revision, no type and no alerts, and its times can have any ISO 8601 zone.
 */
import * as z from 'zod/mini';
import { _default as withDefault, catch as withFallback } from 'zod/mini';
import { ShownAlertRule } from '../../../contract/alerts.ts';
import { Uuid } from '../../../contract/uuid.ts';
import { sourceKinds } from '../../../domain/source.ts';
import { streamTypes } from '../../../domain/stream.ts';
import type { Room, RoomUpdate } from '../../../domain/room.ts';
import { ReceivedAlerts, ReceivedPause, Time } from './received-alerts.ts';

const state = {
  uuid: Uuid,
  roomStatus: z.int(),
  lastNotification: withDefault(z.nullable(z.int()), null),
  lastNotificationSent: withDefault(z.nullable(Time), null),
  revision: z.optional(z.int()),
  offlineSource: withoutUnknown(sourceKinds),
};

/** One of the values, or undefined. An unknown value of a newer server is read as undefined. */
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
  /** Only INACTIVE is read: such a room is hidden (WARD-5). */
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
