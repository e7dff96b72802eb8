/** Says now and then that all devices of the demo are there, so that a quiet room is not taken for a dead camera. */
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';

export interface HeartbeatOptions {
  /** Such as `http://localhost:3001/api`. */
  readonly apiBaseUrl: string;
  readonly deviceKey: string;
  /** uuids of the streams. */
  readonly streams: readonly string[];
}

/** Two may get lost before the watchdog finds out. Of the clock's time, however fast the demo runs. */
const everyMs = 30_000;
const answerWithinMs = 10_000;

/** Goes on until `stopping` is aborted, and never throws. */
export async function sendHeartbeats(
  { apiBaseUrl, deviceKey, streams }: HeartbeatOptions,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await beat().catch(() => undefined);
    await wait(everyMs, undefined, { signal: stopping }).catch(() => undefined);
  }

  /** A server that is away hears the next one. */
  async function beat(): Promise<void> {
    const response = await fetch(apiBaseUrl + addressOf(endpoints.sendHeartbeat), {
      method: endpoints.sendHeartbeat.method,
      headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(streams.map((stream) => ({ stream }))),
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.arrayBuffer();
  }
}
