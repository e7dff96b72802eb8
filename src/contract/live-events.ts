/** The live connection of a ward: server-sent events (LIVE-1; WHATWG HTML, section 9.2). */
import * as z from 'zod/mini';
import { StreamUpdate } from './entities.ts';

export const roomStatusEvent = 'roomStatus';

/** The data of a `roomStatus` event, a JSON list. */
export const RoomStatusEventData = z.array(StreamUpdate);

/** The server sends a comment to each live connection at this interval. */
export const heartbeatMs = 10_000;

/** The board shows a connection that has received no byte for this long as delayed or lost. */
export const delayedAfterMs = 15_000;
export const lostAfterMs = 30_000;
