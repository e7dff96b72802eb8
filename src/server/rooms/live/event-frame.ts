/** A piece of an event stream, serialised once and written to every viewer (WHATWG HTML, section 9.2). */
import { roomStatusEvent } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';

export interface EventFrame {
  /** With the framing of HTTP/1.1's chunked coding (RFC 9112, section 7.1): can go straight to the socket. */
  readonly chunk: Buffer;
  /** The same bytes without the framing. */
  readonly plain: Buffer;
}

export function updatesFrame(updates: readonly StreamUpdate[]): EventFrame {
  return frameOf(`event: ${roomStatusEvent}\ndata: ${JSON.stringify(updates)}\n\n`);
}

/** Says that the connection is alive, and nothing else. */
export function commentFrame(text: string): EventFrame {
  return frameOf(`: ${text}\n\n`);
}

/** The first words: the browser knows that it is open, and when to come back. */
export function openingFrame(retryMs: number): EventFrame {
  return frameOf(`retry: ${retryMs}\n: open\n\n`);
}

function frameOf(text: string): EventFrame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { chunk, plain: chunk.subarray(head.length, chunk.length - 2) };
}
