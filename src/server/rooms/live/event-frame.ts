/** A part of an event stream. It is serialised once and written to all viewers (WHATWG HTML, section 9.2). */
import { roomStatusEvent } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';

export interface EventFrame {
  /** A complete chunk of HTTP/1.1's chunked coding (RFC 9112, section 7.1), for writing to the socket. */
  readonly chunk: Buffer;
  /** The same content without the chunk framing. */
  readonly plain: Buffer;
}

export function updatesFrame(updates: readonly StreamUpdate[]): EventFrame {
  return frameOf(`event: ${roomStatusEvent}\ndata: ${JSON.stringify(updates)}\n\n`);
}

/** A comment that the browser ignores, such as a heartbeat. */
export function commentFrame(text: string): EventFrame {
  return frameOf(`: ${text}\n\n`);
}

/** The first frame. It tells the browser that the connection is open and after which delay to reconnect. */
export function openingFrame(retryMs: number): EventFrame {
  return frameOf(`retry: ${retryMs}\n: open\n\n`);
}

function frameOf(text: string): EventFrame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { chunk, plain: chunk.subarray(head.length, chunk.length - 2) };
}
