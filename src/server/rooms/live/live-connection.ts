/** The open event stream of one viewer (WHATWG HTML, section 9.2). */
import type { ServerResponse } from 'node:http';

/** A piece of the stream. It is encoded once and written to all viewers. */
export interface EventFrame {
  readonly text: string;
  /** The text as a chunk of HTTP/1.1 (RFC 9112, section 7.1). */
  readonly chunk: Buffer;
}

export function encodeFrame(text: string): EventFrame {
  return { text, chunk: Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`) };
}

/** A comment, which the browser ignores. */
const heartbeat = encodeFrame(': alive\n\n');

/** A viewer with more unread bytes is disconnected. It reconnects and loads the list, which is shorter. */
const maxUnreadBytes = 1_000_000;

/** A viewer that does not read the end of the stream is disconnected after this time. */
const endTimeoutMs = 2_000;

/** While boards may miss updates, the connection is checked this often. */
const uncertainIntervalMs = 1_000;

export interface SupervisionOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** When the viewer's token expires. Epoch milliseconds. */
  readonly expiresAt: number;
  /** The interval of the heartbeats. With each, the token and the rights of the viewer are checked again. */
  readonly heartbeatMs: number;
  /** Boards may show wrong information, so there are no live connections. */
  readonly hasOutage: () => boolean;
  /** The last reconciliation failed, so boards may miss updates and get no heartbeats. */
  readonly isUncertain: () => boolean;
  readonly isStillVisible: () => Promise<boolean>;
}

export interface Viewer {
  send(frame: EventFrame): void;
  /** Ends the connection. The browser reconnects and loads the list again. */
  end(): void;
}

export interface LiveConnection extends Viewer {
  /** Sends the headers and starts the heartbeats. `onEnd` is called once, whoever ends the connection. */
  open(supervision: SupervisionOptions, onEnd: () => void): void;
}

export function createLiveConnection(response: ServerResponse): LiveConnection {
  let isEnded = false;

  function send({ text, chunk }: EventFrame): void {
    if (isEnded) return;
    if (response.writableLength > maxUnreadBytes) response.destroy();
    // One write to the socket instead of `response.write`, which frames the text again for each viewer and writes it
    // in parts. A pipelined response has no socket yet, and HTTP/1.0 has no chunks.
    else if (response.socket !== null && response.chunkedEncoding) response.socket.write(chunk);
    else response.write(text);
  }

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    const timeout = setTimeout(() => response.destroy(), endTimeoutMs);
    response.once('close', () => clearTimeout(timeout));
    response.end();
  }

  return {
    send,
    end,
    open: (supervision, onEnd) => {
      const stop = supervise({ send, end }, supervision);
      response.once('close', () => {
        isEnded = true;
        stop();
        onEnd();
      });
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        // NOTE: no-transform and x-accel-buffering keep proxies from compressing or buffering the stream.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      response.write(`retry: ${retryDelayMs()}\n: open\n\n`);
    },
  };
}

/** Sends heartbeats, and ends the connection when its viewer may no longer see the ward. Returns the stop function. */
function supervise(connection: Viewer, options: SupervisionOptions): () => void {
  const { now, expiresAt, heartbeatMs, hasOutage, isUncertain, isStillVisible } = options;
  let isStopped = false;
  let timer: NodeJS.Timeout;

  function schedule(): void {
    const intervalMs = isUncertain() ? Math.min(heartbeatMs, uncertainIntervalMs) : heartbeatMs;
    timer = setTimeout(() => void check(), Math.max(0, Math.min(intervalMs, expiresAt - now())));
  }

  async function check(): Promise<void> {
    if (now() >= expiresAt || hasOutage()) return connection.end();
    // A board takes a heartbeat as proof that it is right. Without heartbeats it shows how old its information is.
    if (!isUncertain()) {
      // The heartbeat goes first, because the check of the rights may wait for a slow database.
      connection.send(heartbeat);
      if (!(await isStillVisible())) connection.end();
    }
    if (!isStopped) schedule();
  }

  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Jitter: after a restart the viewers do not all reconnect at the same moment. */
function retryDelayMs(): number {
  return 500 + Math.floor(Math.random() * 1_000);
}
