/** Fetches a JSON document from another server, with retries. */
import { setTimeout as delay } from 'node:timers/promises';

const maxAttempts = 3;
const retryDelayMs = 300;
const requestTimeoutMs = 5_000;

/** The other server answered with an error status. */
export class FetchError extends Error {
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.name = 'FetchError';
    this.status = status;
  }
}

/** Throws FetchError, or the error of fetch when there is no answer. A status below 500 is not retried. */
export async function fetchJson(url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        // A redirect could send the bearer token to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (!response.ok) throw new FetchError(url, response.status);
      return await response.json();
    } catch (error) {
      const isFinal = error instanceof FetchError && error.status < 500;
      if (isFinal || attempt === maxAttempts) throw error;
      await delay(retryDelayMs);
    }
  }
}
