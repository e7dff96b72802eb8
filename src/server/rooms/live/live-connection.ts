/** One viewer's open event stream. */
import type { ServerResponse } from 'node:http';
import { commentFrame, type EventFrame, openingFrame } from './event-frame.ts';
import type { Viewer } from './ward-feed.ts';

/** A viewer that is this far behind is cut off: it comes back and fetches the list, which is shorter. Bytes. */
const mostBehind = 1_000_000;

/** Who does not even take the end is cut off, too. Milliseconds. */
const endWithinMs = 2_000;

const heartbeat = commentFrame('alive');

export interface LiveConnection extends Viewer {
  heartbeat(): void;
  /** Ends it in an orderly way; the browser comes back after its `retry` delay. */
  end(): void;
}

export interface LiveConnectionOptions {
  readonly retryMs: number;
  /** Called once, when there is nobody to send to any more. */
  readonly onEnd: () => void;
}

export function openLiveConnection(
  response: ServerResponse,
  { retryMs, onEnd }: LiveConnectionOptions,
): LiveConnection {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    // NOTE: a proxy that compresses or gathers the stream keeps it from arriving.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.write(openingFrame(retryMs).plain);

  let isEnded = false;
  function ended(): void {
    if (isEnded) return;
    isEnded = true;
    onEnd();
  }
  response.once('close', ended);

  function send(frame: EventFrame): void {
    if (isEnded) return;
    if (response.writableLength > mostBehind) {
      response.destroy();
      return;
    }
    const { socket } = response;
    // The same bytes as response.write would send, without its work for each viewer. There is no
    // socket yet behind an unfinished pipelined answer, and no chunks in HTTP/1.0.
    if (socket !== null && response.chunkedEncoding) socket.write(frame.chunk);
    else response.write(frame.plain);
  }

  return {
    send,
    heartbeat: () => send(heartbeat),
    end: () => {
      if (isEnded) return;
      ended();
      const cutOff = setTimeout(() => response.destroy(), endWithinMs);
      response.once('close', () => clearTimeout(cutOff));
      response.end();
    },
  };
}
