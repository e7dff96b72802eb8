/** The live connection of a ward: server-sent events (LIVE-1; WHATWG HTML, section 9.2). */
import * as z from 'zod/mini';
import { ShownAlert, ShownPause } from '../alerts/alerts.ts';
import { AlertNotice, PersonOnDuty } from '../duty/duty.ts';
import { StreamUpdate } from '../home/entities.ts';
import { Uuid } from '../uuid.ts';

export const roomStatusEventName = 'roomStatus';

/** The data of a `roomStatus` event, a JSON list. */
export const RoomStatusEventData = z.array(StreamUpdate);

export const alertEventName = 'alert';

/** All open alerts of a room, and its pause. A client applies them if `alertRevision` is higher than its own. */
export const RoomAlerts = z.object({
  streamUUID: Uuid,
  alertRevision: z.int().check(z.nonnegative()),
  alerts: z.readonly(z.array(ShownAlert)),
  pause: z.optional(ShownPause),
});

/** The data of an `alert` event, a JSON list. */
export const AlertEventData = z.array(RoomAlerts);

export const noticeEventName = 'notices';

/**
 * The data of a `notices` event: all messages about the open alerts of a ward, and who is on duty there. They replace
 * those before.
 */
export const NoticeEventData = z.object({
  wardUUID: Uuid,
  notices: z.array(AlertNotice),
  /** Older servers do not send it. */
  onDuty: z.optional(z.array(PersonOnDuty)),
});

/** The server sends a comment to each live connection at this interval. */
export const heartbeatIntervalMs = 10_000;

/** A board shows its connection as delayed or lost when no byte has arrived for this long. */
export const delayedAfterMs = 15_000;
export const lostAfterMs = 30_000;
