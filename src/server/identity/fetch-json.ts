/** Asks another server for a JSON document, three times before giving up. */
import { setTimeout as wait } from 'node:timers/promises';

const attempts = 3;
const pauseMs = 300;
const timeoutMs = 5_000;

/** The other server answered, but not with the document. */
export class FetchError extends Error {
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.name = 'FetchError';
    this.status = status;
  }
}

/** Throws FetchError; an answer below 500 is final. Throws what fetch throws when there was no answer. */
export async function fetchJson(url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        // A bearer token is not to follow a redirect to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new FetchError(url, response.status);
      return await response.json();
    } catch (error) {
      const isFinal = error instanceof FetchError && error.status < 500;
      if (isFinal || attempt === attempts) throw error;
      await wait(pauseMs);
    }
  }
}
