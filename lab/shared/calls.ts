/** HTTP calls that need no load generator. */
import { setTimeout as pause } from 'node:timers/promises';

interface Call {
  readonly bearer?: string;
  /** The body of a POST request. Without a body the method is GET. */
  readonly body?: string;
}

/** Calls an HTTP address and reads the response to its end. Throws when the status is not 2xx. */
export async function call(url: string, { bearer, body }: Call): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    'content-type': 'application/json',
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  // The bytes are not decoded, because callers share the cores with the server that they measure.
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) {
    throw new Error(`${method} ${url} was answered with ${response.status}: ${bytes.toString('utf8', 0, 300)}`);
  }
}

/** Starts the work `perSecond` times a second, and waits until all calls have ended. Returns the number of calls. */
export async function repeatAtRate(seconds: number, perSecond: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const running = Array.from({ length: Math.ceil(seconds * perSecond) }, async (_none, index) => {
    await pause(Math.max(0, start + (index * 1000) / perSecond - performance.now()));
    await work();
  });
  await Promise.all(running);
  return running.length;
}

export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}
