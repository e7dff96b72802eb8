/** The open event stream of one viewer (WHATWG HTML, section 9.2). */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { UserCaller } from '../../http/api-server.ts';

/** A piece of the stream. It is encoded once and written to all viewers. */
export interface EventFrame {
  readonly text: string;
  /** The text as a chunk of HTTP/1.1 (RFC 9112, section 7.1). */
  readonly chunk: Buffer;
}

export function encodeFrame(text: string): EventFrame {
  return { text, chunk: Buffer.from(encodeChunk(text)) };
}

/** The text of an event, with its data as JSON. */
export function encodeEvent(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function encodeChunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

const lastChunk = '0\r\n\r\n';

/** A viewer with more unread bytes is disconnected. It reconnects and loads the list, which is shorter. */
const maxUnreadBytes = 1_000_000;

/** A viewer that does not read the end of the stream is disconnected after this time. */
const endTimeoutMs = 2_000;

export interface Viewer {
  send(frame: EventFrame): void;
  /** Ends the connection. The browser reconnects and loads the list again. */
  end(): void;
}

/** The headers that other parts of the server have set. */
type Headers = Readonly<Record<string, string | number | readonly string[] | undefined>>;

const streamHeaders = {
  'content-type': 'text/event-stream',
  // NOTE: no-transform and x-accel-buffering keep proxies from compressing or buffering the stream.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** A class, because ten thousand of them are open at once: closures would need several times the memory. */
export class LiveConnection implements Viewer {
  readonly caller: UserCaller;
  readonly wardUuids: readonly string[];
  readonly #response: ServerResponse;
  /** Frames are written to this socket. Undefined: they are written to the response, which frames text itself. */
  #socket: Socket | undefined;
  #isOpen = false;
  #isEnded = false;

  constructor(response: ServerResponse, caller: UserCaller, wardUuids: readonly string[]) {
    this.#response = response;
    this.caller = caller;
    this.wardUuids = wardUuids;
  }

  /** Sends the headers and the first text. `onClose` is called once, whoever ends the connection. */
  open(headers: Headers, text: string, onClose: () => void): void {
    const response = this.#response;
    response.once('close', () => {
      this.#isEnded = true;
      onClose();
    });
    this.#sendHead(headers, text);
    this.#isOpen = true;
    // The wards have changed before the connection was open.
    if (this.#isEnded) this.#finish();
  }

  #sendHead(headers: Headers, text: string): void {
    const response = this.#response;
    const { socket, req: request } = response;
    // A pipelined response has no socket yet, and HTTP/1.0 has no chunks.
    if (socket === null || request.httpVersion !== '1.1') {
      response.writeHead(200, Object.fromEntries(headersOf(headers)));
      response.write(text);
      return;
    }
    this.#socket = socket;
    socket.write(encodeHead(headers) + encodeChunk(text), 'latin1');
    releaseMemory(response);
  }

  /**
   * Sends nothing before `open`: the viewer may turn out to have no right to see the ward, and its list will have the
   * change.
   */
  send({ text, chunk }: EventFrame): void {
    if (!this.#isOpen || this.#isEnded) return;
    if (this.#response.writableLength > maxUnreadBytes) this.#response.destroy();
    // One write to the socket instead of `response.write`, which frames the text again for each viewer and writes it
    // in parts.
    else if (this.#socket === undefined) this.#response.write(text);
    else this.#socket.write(chunk);
  }

  /** Breaks the connection without an orderly end, as if the server had died. */
  breakOff(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#response.destroy();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#isOpen) this.#finish();
  }

  #finish(): void {
    const timeout = setTimeout(() => this.#response.destroy(), endTimeoutMs);
    this.#response.once('close', () => clearTimeout(timeout));
    if (this.#socket === undefined) this.#response.end();
    else this.#socket.end(lastChunk);
  }
}

/** The status line and the headers as text. Node would keep its own copy of them for as long as the stream is open. */
function encodeHead(headers: Headers): string {
  const lines = headersOf(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}date: ${new Date().toUTCString()}\r\ntransfer-encoding: chunked\r\n\r\n`;
}

function headersOf(headers: Headers): [string, string][] {
  const all: Headers = { ...headers, ...streamHeaders };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}

/** Drops what is needed only until the headers are sent: the request's headers, and the framework's objects. */
function releaseMemory(response: ServerResponse): void {
  response.req.headers = {};
  response.req.rawHeaders = [];
  // The response is written and ended through its socket, so it emits neither of these events.
  response.removeAllListeners('finish');
  response.removeAllListeners('error');
}
