/** Sends one HTTP request to the URL of a webhook. Redirects are not followed, because they could lead anywhere. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import type { Delivery } from '../../../domain/notices/delivery.ts';
import type { IsListedHost } from '../../shared/host-list.ts';
import { failedDelivery } from '../failed-delivery.ts';
import {
  createCheckedLookup,
  ForbiddenAddressError,
  refusalOfLiteral,
  resolveAddresses,
  type ResolveAddresses,
} from './checked-address.ts';
import { signedHeaders } from './signature.ts';

export interface WebhookOptions {
  /** The hosts in networks of the server that a webhook may reach. */
  readonly isListed: IsListedHost;
  readonly now: () => number;
  /** For tests: resolves names. */
  readonly resolve?: ResolveAddresses;
  /** For tests: the certificate authority of the receiver. */
  readonly ca?: string;
  /** For tests: the time limit of a request. */
  readonly timeoutMs?: number;
}

interface WebhookRequest {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
}

/** The time limit of a request, from the look-up of the name to the header of the response. */
const defaultTimeoutMs = 5_000;
/** The part of a response body that is received before the connection is closed. The body is not used. */
const maxBodyBytes = 16_384;
const maxRetryAfterMs = 3_600_000;
const goneStatus = 410;

export function sendWebhook({ url, secret, id, body }: WebhookRequest, options: WebhookOptions): Promise<Delivery> {
  const { isListed, now, resolve = resolveAddresses, ca, timeoutMs = defaultTimeoutMs } = options;
  const target = new URL(url);
  const refusal = refusalOfLiteral(target, isListed);
  if (refusal !== undefined) return Promise.resolve(failedDelivery(refusal, { isFinal: true }));
  const signal = AbortSignal.timeout(timeoutMs);
  const request: RequestOptions = {
    method: 'POST',
    headers: {
      ...signedHeaders(secret, { id, at: now(), body }),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Room-Status',
    },
    // A connection of its own for each request, so that each is checked.
    agent: false,
    lookup: createCheckedLookup(target, { isListed, resolve }),
    signal,
    ...(ca !== undefined && { ca }),
  };
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done) => {
    const fail = (error?: Error) => done(signal.aborted ? failedDelivery('timeout') : deliveryOfError(error));
    send(target, request, (response) => {
      done(deliveryOfResponse(response, now()));
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

function deliveryOfResponse({ statusCode: status = 0, headers }: IncomingMessage, now: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status >= 300 && status < 400) return failedDelivery('redirect');
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  return failedDelivery(`http-${status}`, { isFinal: status === goneStatus, retryAfterMs });
}

/** Reads the header Retry-After, which has seconds or a date. Null: there is none. */
function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}

function deliveryOfError(error: NodeJS.ErrnoException | undefined): Delivery {
  if (error instanceof ForbiddenAddressError) return failedDelivery(error.reason, { isFinal: true });
  const code = error?.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return failedDelivery('unknown-host');
  return failedDelivery(/CERT|SIGNED|SIGNATURE|ISSUER/.test(code) ? 'certificate' : 'no-connection');
}
