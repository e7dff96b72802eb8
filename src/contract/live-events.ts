/** The live connection of a ward: server-sent events (LIVE-1; WHATWG HTML, section 9.2). */
import * as z from 'zod/mini';
import { StreamUpdate } from './entities.ts';

export const roomStatusEvent = 'roomStatus';

/** The data of a `roomStatus` event, a JSON list. */
export const RoomStatusEventData = z.array(StreamUpdate);

/** The server writes a comment when it has said nothing for this long. */
export const heartbeatMs = 10_000;

/** No byte for this long: the connection is late, or dead. Three heartbeats may be missed. */
export const delayedAfterMs = 15_000;
export const lostAfterMs = 30_000;
