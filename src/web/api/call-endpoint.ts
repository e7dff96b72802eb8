/** Calls an endpoint of the contract: bearer, at most three maxAttempts, answer checked (API-1, API-6). */
import * as z from 'zod/mini';
import { addressOf, type Endpoint } from '../../contract/endpoint.ts';
import { errorOfResponse, isFinal } from './api-error.ts';

export const maxAttempts = 3;
/** Milliseconds between two maxAttempts. */
export const retryDelayMs = 2_000;
/** A server that has not answered by now is not going to: the attempt counts as failed. */
export const requestTimeoutMs = 10_000;

interface AnyCallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** What the endpoint's schema of its path parameters or query asks for, if it has one. */
type ValuesOf<E extends Endpoint, Part extends 'params' | 'query'> = E extends {
  readonly [P in Part]: infer Schema extends z.ZodMiniType;
}
  ? { readonly [P in Part]: z.input<Schema> }
  : unknown;

export type CallOptions<E extends Endpoint> = AnyCallOptions & ValuesOf<E, 'params'> & ValuesOf<E, 'query'>;

/** `call(endpoints.listWards, { query: { locationUUID } })` */
export type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
) => Promise<z.output<E['response']>>;

export interface CallEndpointPorts {
  readonly baseUrl: string;
  readonly accessToken: () => Promise<string>;
  /** Called with the token that a 401 refused; resolves with another one to try, or rejects. */
  readonly replaceToken: (refused: string) => Promise<string>;
  /** Told when the replacement was refused as well. */
  readonly onReplacementRejected: () => void;
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds; rejects when aborted before. */
  readonly delay: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** A signal that aborts after so many milliseconds. */
  readonly timeout: (ms: number) => AbortSignal;
}

export function createCallEndpoint(ports: CallEndpointPorts): CallEndpoint {
  return async <E extends Endpoint>(endpoint: E, options: CallOptions<E>) => {
    const { signal }: AnyCallOptions = options;
    const url = ports.baseUrl + addressOf(endpoint, options);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const body = await request(ports, endpoint.method, url, signal);
        return z.parse<E['response']>(endpoint.response, body);
      } catch (error) {
        if (attempt === maxAttempts || isFinal(error) || signal?.aborted === true) throw error;
        await ports.delay(retryDelayMs, signal);
      }
    }
  };
}

/** One attempt. A refused token is replaced once: only a refusal of the new one too is an answer. */
async function request(
  ports: CallEndpointPorts,
  method: string,
  url: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const token = await ports.accessToken();
  const response = await send(ports, method, url, token, signal);
  if (response.status !== 401) return read(response);
  const refusal = await errorOfResponse(response);
  const replacement = await ports.replaceToken(token).catch(() => undefined);
  if (replacement === undefined || replacement === token) throw refusal;
  const second = await send(ports, method, url, replacement, signal);
  if (second.status === 401) ports.onReplacementRejected();
  return read(second);
}

function send(
  ports: CallEndpointPorts,
  method: string,
  url: string,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const timeout = ports.timeout(requestTimeoutMs);
  return ports.fetch(url, {
    method,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOfResponse(response);
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return body;
}
