/**
 * Sends one HTTP request to an address that a person or a browser has given. Redirects are not followed, because they
 * could lead anywhere.
 */
import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type Agent as TlsAgent, request as requestHttps, type RequestOptions } from 'node:https';
import { type FailedDelivery, failedDelivery } from '../../../domain/notices/delivery.ts';
import type { IsListedHost } from '../host-list.ts';
import {
  createCheckedLookup,
  ForbiddenAddressError,
  refusalOfLiteral,
  resolveAddresses,
  type ResolveAddresses,
} from './checked-address.ts';
import { parseRetryAfter } from './retry-after.ts';

export interface PostOptions {
  /** The hosts in networks of the server that it may reach. */
  readonly isListed: IsListedHost;
  readonly now: () => number;
  /** Connections that are used again. Undefined: each request has one of its own. */
  readonly agents?: { readonly http: Agent; readonly https: TlsAgent };
  /** For tests: resolves names. */
  readonly resolve?: ResolveAddresses;
  /** For tests: the certificate authority of the receiver. */
  readonly ca?: string;
  /** For tests: the time limit of a request. */
  readonly timeoutMs?: number;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
}

export interface PostResponse {
  readonly outcome: 'responded';
  readonly status: number;
  /** How long the receiver asks to wait. Null: it does not say. */
  readonly retryAfterMs: number | null;
}

/** The time limit of a request, from the look-up of the name to the header of the response. */
const defaultTimeoutMs = 5_000;
/** The part of a response body that is received before the connection is closed. The body is not used. */
const maxBodyBytes = 16_384;

/** Resolves to the response, or why there is none. The address is checked when the connection is opened. */
export function post(request: PostRequest, options: PostOptions): Promise<PostResponse | FailedDelivery> {
  const { url, headers, body } = request;
  const { isListed, now, agents, resolve = resolveAddresses, ca, timeoutMs = defaultTimeoutMs } = options;
  const target = new URL(url);
  const refusal = refusalOfLiteral(target, isListed);
  if (refusal !== undefined) return Promise.resolve(failedDelivery(refusal, { isFinal: true }));
  const isSecure = target.protocol === 'https:';
  const signal = AbortSignal.timeout(timeoutMs);
  const requestOptions: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: (isSecure ? agents?.https : agents?.http) ?? false,
    lookup: createCheckedLookup(target, { isListed, resolve }),
    signal,
    ...(ca !== undefined && { ca }),
  };
  const send = isSecure ? requestHttps : requestHttp;
  return new Promise((done) => {
    const fail = (error?: Error) => done(signal.aborted ? failedDelivery('timeout') : failureOf(error));
    send(target, requestOptions, (response) => {
      const { statusCode: status = 0 } = response;
      done({ outcome: 'responded', status, retryAfterMs: parseRetryAfter(response.headers['retry-after'], now()) });
      discardBody(response);
    })
      .on('error', fail)
      .on('close', () => fail())
      .end(body);
  });
}

function discardBody(response: IncomingMessage): void {
  let byteCount = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    byteCount += chunk.length;
    if (byteCount > maxBodyBytes) response.destroy();
  });
}

function failureOf(error: NodeJS.ErrnoException | undefined): FailedDelivery {
  if (error instanceof ForbiddenAddressError) return failedDelivery(error.reason, { isFinal: true });
  const code = error?.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return failedDelivery('unknown-host');
  return failedDelivery(/CERT|SIGNED|SIGNATURE|ISSUER/.test(code) ? 'certificate' : 'no-connection');
}
