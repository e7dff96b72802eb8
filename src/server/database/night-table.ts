/** The stored summaries of nights. */
import * as z from 'zod/mini';
import { ActivitySeconds, SleepNumbers } from '../../contract/history/room-nights.ts';
import { alertPriorities, alertResolutions } from '../../domain/alerts/alert.ts';
import type { NightSummary } from '../../domain/history/nights/night-summary.ts';

const Duration = z.nullable(z.number());

const SummaryJson = z.object({
  sleep: SleepNumbers,
  seconds: ActivitySeconds,
  alerts: z.array(
    z.object({
      uuid: z.string(),
      status: z.number(),
      priority: z.enum(alertPriorities),
      raisedAt: z.number(),
      acknowledgedMs: Duration,
      arrivedMs: Duration,
      endedMs: Duration,
      raisedAgainCount: z.number(),
      resolution: z.nullable(z.enum(alertResolutions)),
    }),
  ),
});

export function parseSummary(stored: string): NightSummary {
  return SummaryJson.parse(JSON.parse(stored));
}

export function toSummaryColumn(summary: NightSummary): string {
  return JSON.stringify(summary);
}
