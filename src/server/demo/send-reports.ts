/** Sends reports as any device does: over HTTP, with its key, until the server has answered for them. */
import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { addressOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { type Report, ReportAnswer } from '../../contract/reports.ts';

export type OutgoingReport = z.infer<typeof Report>;

export interface DemoLog {
  info(message: string): void;
  warn(message: string): void;
}

interface SenderOptions {
  /** Such as `http://localhost:3001/api`. */
  readonly apiBaseUrl: string;
  readonly deviceKey: string;
  readonly log: DemoLog;
}

const answerWithinMs = 10_000;
const firstPauseMs = 250;
const longestPauseMs = 8_000;

/**
 * Resolves when the server has answered for all of the reports. Until then it sends the very same
 * ones again, at longer and longer intervals: their ids let the server count them once.
 * Throws only when `stopping` is aborted.
 */
export async function sendReports(
  { apiBaseUrl, deviceKey, log }: SenderOptions,
  reports: readonly OutgoingReport[],
  stopping: AbortSignal,
): Promise<void> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const obstacle = await attempt();
    stopping.throwIfAborted();
    if (obstacle === undefined) return;
    if (pause === firstPauseMs) log.warn(`The demo's reports are not taken, trying on: ${obstacle}`);
    await wait(pause, undefined, { signal: stopping });
  }

  /** What stood in the way, if anything did. */
  async function attempt(): Promise<string | undefined> {
    try {
      const response = await fetch(apiBaseUrl + addressOf(endpoints.sendReports), {
        method: endpoints.sendReports.method,
        headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(reports),
        signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
      });
      const answer = ReportAnswer.safeParse(await response.json());
      if (!answer.success) return `status ${response.status}`;
      // A refused report would be refused again; the others of its list are taken.
      const refused = answer.data.results.find(({ outcome }) => outcome === 'refused');
      if (refused !== undefined) log.warn(`A report of the demo is refused: ${refused.field} ${refused.reason}`);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
