/** Alerts of rooms that nobody knows: a device reports a fall, and no room has the name that it sends. */
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { ItemsOf } from './entities.ts';
import { Uuid, UuidList } from './uuid.ts';

const Time = z.iso.datetime();

export const UnknownRoomAlert = z.object({
  uuid: Uuid,
  /** The room as the device sends it, or the name of the device. */
  room: z.string(),
  status: z.int(),
  /** When it was raised. */
  since: Time,
  /** Who has answered it, and when. Null: nobody. */
  answer: z.nullable(z.object({ by: z.nullable(z.string()), at: Time })),
});

export const unknownRoomAlertEndpoints = {
  listUnknownRoomAlerts: {
    method: 'GET',
    path: '/unknown-room-alerts',
    access: 'user',
    summary:
      'Falls and other statuses of high priority that devices with a valid key have reported for rooms that do not exist and that may be in the locations of these wards. An alert ends when the room is created, or an hour after its answer',
    query: z.object({ wardUUID: UuidList }),
    response: ItemsOf(UnknownRoomAlert),
  },
  acknowledgeUnknownRoomAlert: {
    method: 'POST',
    path: '/unknown-room-alerts/{id}/acknowledge',
    access: 'user',
    summary: 'Answers such an alert, so that the boards sound no longer. The first answer counts',
    params: z.object({ id: Uuid }),
    response: UnknownRoomAlert,
  },
} as const satisfies Record<string, Endpoint>;
