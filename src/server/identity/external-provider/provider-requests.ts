/** Requests of the server to an identity provider. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { errorMessage } from '../../shared/error-message.ts';

const maxAttempts = 3;
const retryDelayMs = 300;
export const requestTimeoutMs = 5_000;

export const unavailable = () => new AppError('unavailable', { detail: 'The sign-in service cannot be reached.' });

export class StatusError extends Error {
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}

export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Throws StatusError, or the error of fetch when there is no answer. A status below 500 is not retried. */
export async function requestProvider(url: string, headers: Readonly<Record<string, string>> = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        // A redirect could send the bearer token to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (!response.ok) throw new StatusError(url, response.status);
      return { text: await response.text(), headers: response.headers };
    } catch (error) {
      const isFinal = error instanceof StatusError && error.status < 500;
      if (isFinal || attempt === maxAttempts) throw error;
      await sleep(retryDelayMs);
    }
  }
}

/**
 * By how much the clock of the provider is ahead of ours, with a resolution of one second. Undefined: unknown, because
 * the answer has no date or comes from a cache.
 */
export function clockAheadMsOf(headers: Headers, now: number): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.has('age')) return undefined;
  return date - now;
}

/** Names the address and why the request failed. The cause says more than the text of fetch, which is "fetch failed". */
export function reasonOfFailure(url: string, error: unknown): string {
  const reason = errorMessage(error instanceof Error ? (error.cause ?? error) : error);
  return reason.includes(url) ? reason : `${url}: ${reason}`;
}
