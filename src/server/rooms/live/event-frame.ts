/** Parts of an event stream. Each is serialised once and written to all viewers (WHATWG HTML, section 9.2). */
import { roomStatusEvent } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';

export function updatesFrame(updates: readonly StreamUpdate[]): Buffer {
  return Buffer.from(`event: ${roomStatusEvent}\ndata: ${JSON.stringify(updates)}\n\n`);
}

/** A comment that the browser ignores. */
export const heartbeatFrame = Buffer.from(': alive\n\n');

/** The first frame. It tells the browser that the connection is open and after which delay to reconnect. */
export function openingFrame(retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\n: open\n\n`);
}
