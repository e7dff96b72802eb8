/** Sends requests of the server to an identity provider. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';

const maxAttempts = 3;
const retryDelayMs = 300;
const requestTimeoutMs = 5_000;

export const createUnavailableError = () =>
  new AppError('unavailable', { detail: 'The sign-in service cannot be reached.' });

export class ProviderStatusError extends Error {
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}

export function discoveryUrlOf(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/**
 * Requests a document. Throws ProviderStatusError, or the error of fetch when there is no response. A status below 500 is not
 * retried.
 */
export async function requestProvider(url: string, headers: Readonly<Record<string, string>> = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        // A redirect could send the bearer token to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (!response.ok) throw new ProviderStatusError(url, response.status);
      return { text: await response.text(), headers: response.headers };
    } catch (error) {
      const isFinal = error instanceof ProviderStatusError && error.status < 500;
      if (isFinal || attempt === maxAttempts) throw error;
      await sleep(retryDelayMs);
    }
  }
}

/**
 * How far the provider's clock is ahead of this server's, with a resolution of 1 s. Undefined: unknown, because the
 * response has no date or comes from a cache.
 */
export function clockAheadMsOf(headers: Headers, now: number): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.has('age')) return undefined;
  return date - now;
}
