/**
 * A live connection: server-sent events over fetch, because the EventSource of the browser cannot send a bearer header
 * (specification, sections 4 and 7; WHATWG HTML, section 9.2).
 *
 * After an error the stream reconnects, by default after 5 s; the server can change this delay with `retry:`. A status
 * other than 200 or another content type is fatal: the stream stays closed. A connection without any data for 30 s
 * counts as an error, because a broken network path gives no error of its own.
 */
import { createParser } from 'eventsource-parser';
import { delayedAfterMs, lostAfterMs } from '../../contract/board/live-events.ts';
import { movedStatus, problemContentType } from '../../contract/problem.ts';
import { errorOfResponse } from './api-error.ts';
import { delay } from '../shared/delay.ts';
import { startIdleTimeout } from '../shared/idle-timeout.ts';

export interface StreamFailure {
  /** True: the stream will not reconnect. */
  readonly isFatal: boolean;
  /** True: the server closed the connection on purpose, for example because the access token expired. */
  readonly isOrderly?: boolean;
  /** True: the request got no response from the server. It was refused, or a proxy responded. */
  readonly isRefused?: boolean;
  readonly reason: string;
}

export interface EventStreamOptions {
  readonly url: string;
  /** Resolves to a valid access token. Called for each connection. */
  readonly accessToken: () => Promise<string>;
  /** Called with the first data. Headers alone prove nothing, because a proxy can buffer the data. */
  readonly onOpen: () => void;
  readonly onEvent: (name: string, data: string) => void;
  /** Called whenever data arrive, also for bytes that belong to no event, such as a heartbeat. */
  readonly onActivity: () => void;
  /** Called when an open connection has received nothing for 15 s. */
  readonly onDelayed: () => void;
  readonly onFailure: (failure: StreamFailure) => void;
  /** Called when the server rejects this access token. A call of `onFailure` follows. */
  readonly onUnauthorized?: (token: string, cause: string | undefined) => void;
  /** Called with the body of the response when the place is in another cell now. A call of `onFailure` follows. */
  readonly onMoved?: (body: unknown) => Promise<void>;
  /** Called when the server accepts this access token. */
  readonly onTokenAccepted?: (token: string) => void;
  readonly retryDelayMs?: number;
  /** Fires the event `offline` when the browser loses its network, so that the stream notices the failure at once. */
  readonly network?: EventTarget;
  /** Whether the browser has a network. Without one a failed request says nothing about the server. */
  readonly isOnline?: () => boolean;
}

export const defaultRetryDelayMs = 5_000;

/** Connects, and reconnects until `close` or a fatal failure. */
export function openEventStream(options: EventStreamOptions): { close(): void } {
  const closing = new AbortController();
  let retryDelayMs = options.retryDelayMs ?? defaultRetryDelayMs;

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const failure = await connectOnce(options, closing.signal, (milliseconds) => (retryDelayMs = milliseconds));
      if (closing.signal.aborted) return;
      options.onFailure(failure);
      if (failure.isFatal) return;
      await delay(retryDelayMs, closing.signal).catch(() => undefined);
    }
  }

  void run();
  return { close: () => closing.abort() };
}

/** Opens one connection. Resolves with the failure that ended it. */
async function connectOnce(
  options: EventStreamOptions,
  closing: AbortSignal,
  onRetryDelay: (milliseconds: number) => void,
): Promise<StreamFailure> {
  const attempt = new AbortController();
  const signal = AbortSignal.any([closing, attempt.signal]);
  let isOpen = false;
  const idleTimeout = startIdleTimeout({
    delayedAfterMs,
    lostAfterMs,
    onDelayed: () => isOpen && options.onDelayed(),
    onTimeout: () => attempt.abort(new Error(`nothing was received for ${lostAfterMs / 1000} s`)),
  });
  const onOffline = (): void => attempt.abort(new Error('this browser is offline'));
  options.network?.addEventListener('offline', onOffline);
  try {
    const token = await options.accessToken();
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
    const response = await fetch(options.url, { headers, cache: 'no-store', signal }).catch((error: unknown) => {
      throw new NoResponse(error);
    });
    const problem = problemOf(response);
    if (problem !== undefined) {
      await reportRefusal(options, token, response);
      return { isFatal: true, isRefused: isFromProxy(response), reason: problem };
    }
    options.onTokenAccepted?.(token);
    const parser = createParser({
      onEvent: (event) => options.onEvent(event.event ?? 'message', event.data),
      onRetry: onRetryDelay,
    });
    const onText = (text: string): void => {
      // Data that arrive after the timeout do not show that the board was current until now.
      idleTimeout.check();
      attempt.signal.throwIfAborted();
      idleTimeout.reset();
      if (!isOpen) {
        isOpen = true;
        options.onOpen();
      }
      options.onActivity();
      parser.feed(text);
    };
    // NOTE: aborting the fetch does not always settle a pending read, so the pipe gets the signal too.
    await response.body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write: onText }), { signal });
    idleTimeout.check();
    attempt.signal.throwIfAborted();
    return { isFatal: false, isOrderly: true, reason: 'the server ended the connection' };
  } catch (error) {
    if (attempt.signal.aborted) return { isFatal: false, reason: reasonOf(attempt.signal.reason) };
    const { isOnline = () => true } = options;
    return { isFatal: false, isRefused: error instanceof NoResponse && isOnline(), reason: reasonOf(error) };
  } finally {
    idleTimeout.stop();
    options.network?.removeEventListener('offline', onOffline);
    attempt.abort();
  }
}

async function reportRefusal(options: EventStreamOptions, token: string, response: Response): Promise<void> {
  if (response.status === 401) options.onUnauthorized?.(token, (await errorOfResponse(response)).reason);
  if (response.status === movedStatus) await options.onMoved?.(await response.json());
}

/** The error of a request for a connection that failed before there was a response. */
class NoResponse extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a proxy responded that cannot reach the server. Our server sends its own refusals with a problem body. */
function isFromProxy({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && headers.get('content-type')?.startsWith(problemContentType) !== true;
}

function problemOf(response: Response): string | undefined {
  if (response.status !== 200) return `the server answered with status ${response.status}`;
  const type = response.headers.get('content-type') ?? 'none';
  if (type.split(';')[0]?.trim().toLowerCase() !== 'text/event-stream') {
    return `the server answered with the content type ${type}`;
  }
  return undefined;
}
