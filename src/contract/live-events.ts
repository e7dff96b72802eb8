/** The live connection of a ward: server-sent events (LIVE-1; WHATWG HTML, section 9.2). */
import * as z from 'zod/mini';
import { ShownAlert, ShownPause } from './alerts.ts';
import { StreamUpdate } from './entities.ts';
import { Uuid } from './uuid.ts';

export const roomStatusEvent = 'roomStatus';

/** The data of a `roomStatus` event, a JSON list. */
export const RoomStatusEventData = z.array(StreamUpdate);

export const alertEvent = 'alert';

/**
 * All open alerts of a room, and its pause. They replace those that the client has, if `alertRevision` is higher than that of the room.
 */
const RoomAlerts = z.object({
  streamUUID: Uuid,
  alertRevision: z.int().check(z.nonnegative()),
  alerts: z.readonly(z.array(ShownAlert)),
  pause: z.optional(ShownPause),
});

/** The data of an `alert` event, a JSON list. */
export const AlertEventData = z.array(RoomAlerts);

/** The server sends a comment to each live connection at this interval. */
export const heartbeatMs = 10_000;

/** The board shows a connection that has received no byte for this long as delayed or lost. */
export const delayedAfterMs = 15_000;
export const lostAfterMs = 30_000;
