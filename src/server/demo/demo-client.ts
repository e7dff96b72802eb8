/** Calls the intake API like any device: over HTTP, with a device key. */
import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { addressOf, type Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { type Report, ReportAnswer } from '../../contract/reports.ts';
import { errorMessage } from '../shared/error-message.ts';

export interface DemoClientOptions {
  /** Such as `http://localhost:3001/api`. */
  readonly apiBaseUrl: string;
  readonly deviceKey: string;
  readonly log: { warn(message: string): void };
}

const requestTimeoutMs = 10_000;
const retryIntervalMs = 1_000;
/** Short enough that two lost heartbeats in a row set no room offline. The speed of the demo does not change it. */
const heartbeatIntervalMs = 30_000;

/**
 * Sends the same reports until the server has answered. Their ids make a retry harmless.
 * Throws only when `stopping` is aborted.
 */
export async function sendReports(
  options: DemoClientOptions,
  reports: readonly z.infer<typeof Report>[],
  stopping: AbortSignal,
): Promise<void> {
  for (let isRetry = false; ; isRetry = true) {
    const failure = await trySendReports(options, reports, stopping);
    stopping.throwIfAborted();
    if (failure === undefined) return;
    if (!isRetry) options.log.warn(`The demo cannot send its reports and retries: ${failure}`);
    await wait(retryIntervalMs, undefined, { signal: stopping });
  }
}

/** Resolves with the reason for a retry; undefined if the server has stored or refused each report. */
async function trySendReports(
  options: DemoClientOptions,
  reports: readonly z.infer<typeof Report>[],
  stopping: AbortSignal,
): Promise<string | undefined> {
  try {
    const response = await post(options, endpoints.sendReports, reports, stopping);
    const answer = ReportAnswer.safeParse(await response.json());
    if (!answer.success) return `status ${response.status}`;
    // A retry would be refused again, and the other reports of the list are stored.
    const refused = answer.data.results.find(({ outcome }) => outcome === 'refused');
    if (refused !== undefined) options.log.warn(`A report of the demo was refused: ${refused.field} ${refused.reason}`);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Sends heartbeats of all streams until `stopping` is aborted. A heartbeat that fails is not retried. */
export async function sendHeartbeats(
  options: DemoClientOptions,
  streams: readonly string[],
  stopping: AbortSignal,
): Promise<void> {
  const body = streams.map((stream) => ({ stream }));
  while (!stopping.aborted) {
    await post(options, endpoints.sendHeartbeat, body, stopping).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    await wait(heartbeatIntervalMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

function post({ apiBaseUrl, deviceKey }: DemoClientOptions, endpoint: Endpoint, body: unknown, stopping: AbortSignal) {
  return fetch(apiBaseUrl + addressOf(endpoint), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)]),
  });
}
