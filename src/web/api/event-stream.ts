/**
 * A live connection: server-sent events over fetch, since the browser's own EventSource cannot carry
 * a bearer header (specification, sections 4 and 7; WHATWG HTML, section 9.2).
 *
 * An error is followed by a new connection after `retryMs`, or after what the server asked for in
 * `retry:`. Another status than 200 or another content type is fatal: the stream stays closed.
 * A path that falls silent without closing counts as an error too.
 */
import { createParser } from 'eventsource-parser';
import { delayedAfterMs, lostAfterMs } from '../../contract/live-events.ts';
import { delay } from './delay.ts';
import { startIdleTimeout } from './idle-timeout.ts';

export interface StreamFailure {
  /** True: this stream will not connect again by itself. */
  readonly isFatal: boolean;
  /** The server itself ended it, as it does when the token of the connection expires. */
  readonly isOrderly?: boolean;
  readonly reason: string;
}

export interface EventStreamOptions {
  readonly url: string;
  /** A token that is still valid; asked for at each connection. */
  readonly accessToken: () => Promise<string>;
  readonly onOpen: () => void;
  readonly onEvent: (name: string, data: string) => void;
  /** Any byte, a heartbeat included. */
  readonly onActivity: () => void;
  /** Nothing was heard for 15 s on an open connection. */
  readonly onDelayed: () => void;
  readonly onFailure: (failure: StreamFailure) => void;
  /** The server no longer takes this token; `onFailure` follows. */
  readonly onUnauthorized?: (token: string) => void;
  /** Milliseconds between an error and the next connection, while the server asks for nothing else. */
  readonly retryMs?: number;
  /** Fires `offline` when the device loses its network: no need to wait for the silence then. */
  readonly network?: EventTarget;
  readonly fetch?: typeof globalThis.fetch;
}

export const defaultRetryMs = 5_000;

/** Connects at once, and stays connected until `close` or a fatal failure. */
export function openEventStream(options: EventStreamOptions): { close(): void } {
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const closing = new AbortController();
  let retryMs = options.retryMs ?? defaultRetryMs;

  async function connect(): Promise<StreamFailure> {
    const attempt = new AbortController();
    const signal = AbortSignal.any([closing.signal, attempt.signal]);
    let isOpen = false;
    const idleTimeout = startIdleTimeout({
      delayedAfterMs,
      lostAfterMs,
      // What was never open is not late: it is not there.
      onDelayed: () => isOpen && options.onDelayed(),
      onTimeout: () => attempt.abort(new Error(`nothing was heard for ${lostAfterMs / 1000} s`)),
    });
    const onOffline = (): void => attempt.abort(new Error('this device is offline'));
    options.network?.addEventListener('offline', onOffline);
    try {
      const token = await options.accessToken();
      const response = await fetch(options.url, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
        cache: 'no-store',
        signal,
      });
      const refusal = refusalOf(response);
      if (refusal !== undefined) {
        attempt.abort();
        if (response.status === 401) options.onUnauthorized?.(token);
        return { isFatal: true, reason: refusal };
      }
      isOpen = true;
      options.onOpen();
      await read(response, signal, () => {
        idleTimeout.reset();
        options.onActivity();
      });
      return { isFatal: false, isOrderly: true, reason: 'the server ended the connection' };
    } catch (error) {
      const reason: unknown = attempt.signal.aborted ? attempt.signal.reason : error;
      return { isFatal: false, reason: reason instanceof Error ? reason.message : String(reason) };
    } finally {
      idleTimeout.stop();
      options.network?.removeEventListener('offline', onOffline);
      attempt.abort();
    }
  }

  async function read(response: Response, signal: AbortSignal, heard: () => void): Promise<void> {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: (event) => options.onEvent(event.event ?? 'message', event.data),
      onRetry: (milliseconds) => (retryMs = milliseconds),
    });
    const reader = response.body?.getReader();
    // NOTE: aborting the fetch does not always settle a read that is already waiting.
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
    for (;;) {
      const chunk = await reader?.read();
      signal.throwIfAborted();
      if (chunk === undefined || chunk.done) return;
      heard();
      parser.feed(decoder.decode(chunk.value, { stream: true }));
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const failure = await connect();
      if (closing.signal.aborted) return;
      options.onFailure(failure);
      if (failure.isFatal) return;
      await delay(retryMs, closing.signal).catch(() => undefined);
    }
  }

  void run();
  return { close: () => closing.abort() };
}

function refusalOf(response: Response): string | undefined {
  if (response.status !== 200) return `the server answered with status ${response.status}`;
  const type = response.headers.get('content-type') ?? 'none';
  if (type.split(';')[0]?.trim().toLowerCase() !== 'text/event-stream') {
    return `the server answered with the content type ${type}`;
  }
  return undefined;
}
