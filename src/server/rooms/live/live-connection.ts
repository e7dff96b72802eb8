/** The open event stream of one viewer. */
import type { ServerResponse } from 'node:http';
import { heartbeatFrame, openingFrame } from './event-frame.ts';
import type { Viewer } from './ward-feed.ts';

/** A viewer that has not read this much is disconnected. It reconnects and loads the list, which is shorter. */
const maxUnreadBytes = 1_000_000;

/** A viewer that does not read the end of the stream is disconnected after this time. */
const endTimeoutMs = 2_000;

export interface LiveConnection extends Viewer {
  /** Sends the headers. `retryMs`: the browser's reconnection delay. `onEnd` is called once, whoever ends it. */
  open(retryMs: number, onEnd: () => void): void;
  heartbeat(): void;
  /** Ends the stream in order. The browser reconnects after its `retry` delay. */
  end(): void;
}

export function createLiveConnection(response: ServerResponse): LiveConnection {
  let isEnded = false;
  let notifyEnd = () => {};

  function open(retryMs: number, onEnd: () => void): void {
    notifyEnd = onEnd;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      // NOTE: no-transform and x-accel-buffering keep proxies from compressing or buffering the stream.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    response.write(openingFrame(retryMs));
    response.once('close', markEnded);
  }

  function markEnded(): void {
    if (isEnded) return;
    isEnded = true;
    notifyEnd();
  }

  function send(frame: Buffer): void {
    if (isEnded) return;
    if (response.writableLength > maxUnreadBytes) response.destroy();
    else response.write(frame);
  }

  return {
    open,
    send,
    heartbeat: () => send(heartbeatFrame),
    end: () => {
      if (isEnded) return;
      markEnded();
      const timeout = setTimeout(() => response.destroy(), endTimeoutMs);
      response.once('close', () => clearTimeout(timeout));
      response.end();
    },
  };
}
