/** Alerts of unknown rooms: a device reports a fall for a room name that no room has. */
import * as z from 'zod/mini';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid, UuidList } from '../uuid.ts';

const Time = z.iso.datetime();

export const UnknownRoomAlert = z.object({
  uuid: Uuid,
  /** The room as the device sends it, or the name of the device. */
  room: z.string(),
  status: z.int(),
  /** When the alert was raised. */
  since: Time,
  /** Who answered the alert, and when. Null: nobody has answered it. */
  answer: z.nullable(z.object({ by: z.nullable(z.string()), at: Time })),
});

export const unknownRoomAlertEndpoints = {
  listUnknownRoomAlerts: {
    method: 'GET',
    path: '/unknown-room-alerts',
    access: 'user',
    reach: 'named',
    wallBoards: 'read',
    summary:
      'Falls and other statuses of high priority that devices with a valid key have reported for rooms that do not exist and that may be in the locations of these wards. An alert ends when the room is created, or an hour after its answer',
    query: z.object({ wardUUID: UuidList }),
    response: listSchemaOf(UnknownRoomAlert),
  },
  acknowledgeUnknownRoomAlert: {
    method: 'POST',
    path: '/unknown-room-alerts/{id}/acknowledge',
    access: 'user',
    reach: 'named',
    wallBoards: 'answer',
    summary: 'Answers such an alert, so that the boards sound no longer. The first answer counts',
    params: z.object({ id: Uuid }),
    response: UnknownRoomAlert,
  },
} as const satisfies Record<string, Endpoint>;
