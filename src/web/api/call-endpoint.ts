/** Calls an endpoint of the contract with a bearer token and retries, and checks the response (API-1, API-6). */
import * as z from 'zod/mini';
import { requestPathOf, type Endpoint } from '../../contract/endpoint.ts';
import { errorOfResponse, isFinal } from './api-error.ts';
import { delay } from '../shared/delay.ts';
import { measureServerClock } from './server-clock.ts';

const defaultMaxAttempts = 3;
export const retryDelayMs = 2_000;
/** The default time limit of an attempt. Without a response after this time the attempt has failed. */
const requestTimeoutMs = 10_000;

/**
 * The maximum length of a body that is sent with `keepalive`. Browsers refuse more than 64 KiB, and a character has at
 * most three bytes.
 */
const maxKeptAliveLength = 20_000;

export interface AnyCallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly maxAttempts?: number;
  /** The idempotency key of a change, a uuid for queries of the outcome. A call with this key has one attempt. */
  readonly changeId?: string;
}

/** The type of the endpoint's path parameters, query or body, if it has a schema for them. */
type ValuesOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E extends {
  readonly [P in Part]: infer Schema extends z.ZodMiniType;
}
  ? { readonly [P in Part]: z.input<Schema> }
  : unknown;

export type CallOptions<E extends Endpoint> = AnyCallOptions &
  ValuesOf<E, 'params'> &
  ValuesOf<E, 'query'> &
  ValuesOf<E, 'body'>;

/** Calls an endpoint. Example: `call(endpoints.listWards, { query: { locationUUID } })`. */
export type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
) => Promise<z.output<E['response']>>;

export interface CallEndpointPorts {
  readonly baseUrl: string;
  readonly accessToken: () => Promise<string>;
  /** Called when the server has accepted this token. */
  readonly onTokenAccepted?: (token: string) => void;
  /**
   * Called with an access token that was refused with 401, and the reason in the response if there is one. Resolves to
   * another token, or rejects.
   */
  readonly replaceToken: (rejected: string, cause: string | undefined) => Promise<string>;
}

export function createCallEndpoint(ports: CallEndpointPorts): CallEndpoint {
  return async <E extends Endpoint>(endpoint: E, options: CallOptions<E>) => {
    const { signal, body: content, changeId, maxAttempts = defaultMaxAttempts }: AnyCallOptions = options;
    const url = ports.baseUrl + requestPathOf(endpoint, options);
    const { method, timeLimitMs } = endpoint;
    const sent = { method, url, content, signal, changeId, timeLimitMs };
    const isPublic = endpoint.access === 'public';
    for (let attempt = 1; ; attempt += 1) {
      try {
        const body = isPublic ? await read(await send(sent)) : await request(ports, sent);
        return z.parse<E['response']>(endpoint.response, body);
      } catch (error) {
        if (attempt === maxAttempts || isFinal(error) || signal?.aborted === true) throw error;
        await delay(retryDelayMs, signal);
      }
    }
  };
}

interface SentRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  /** The body before it is converted to JSON. Undefined: no body. */
  readonly content: unknown;
  readonly signal: AbortSignal | undefined;
  readonly changeId: string | undefined;
  readonly timeLimitMs: number | undefined;
}

/** Makes one attempt. If the server rejects the access token, the attempt is repeated once with a new token. */
async function request(ports: CallEndpointPorts, sent: SentRequest): Promise<unknown> {
  let token = await ports.accessToken();
  for (let isReplacement = false; ; isReplacement = true) {
    const response = await send(sent, token);
    if (response.ok) ports.onTokenAccepted?.(token);
    if (response.status !== 401) return read(response);
    const unauthorized = await errorOfResponse(response);
    const next = await ports.replaceToken(token, unauthorized.reason).catch(() => undefined);
    if (next === undefined || next === token || isReplacement) throw unauthorized;
    token = next;
  }
}

async function send(sent: SentRequest, token?: string): Promise<Response> {
  const { method, url, content, signal, changeId, timeLimitMs = requestTimeoutMs } = sent;
  const timeout = AbortSignal.timeout(timeLimitMs);
  const body = content === undefined ? undefined : JSON.stringify(content);
  const sentAt = Date.now();
  const response = await fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(content !== undefined && { 'Content-Type': 'application/json' }),
      ...(changeId !== undefined && { 'Idempotency-Key': changeId }),
    },
    ...(body !== undefined && { body }),
    cache: 'no-store',
    // With `keepalive` the browser sends the answer of a user even if the page is closed.
    keepalive: method === 'POST' && (body?.length ?? 0) < maxKeptAliveLength,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  measureServerClock(response.headers.get('date'), sentAt, Date.now());
  return response;
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOfResponse(response);
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return body;
}
