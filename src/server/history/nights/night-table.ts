/** The stored summaries of nights. */
import * as z from 'zod/mini';
import { alertPriorities, alertResolutions } from '../../../domain/alerts/alert.ts';
import type { NightSummary } from '../../../domain/history/nights/night-summary.ts';

const Seconds = z.object({
  bed: z.number(),
  up: z.number(),
  bathroom: z.number(),
  out: z.number(),
  staff: z.number(),
  unmonitored: z.number(),
});

const Duration = z.nullable(z.number());

const SummaryJson = z.object({
  sleep: z.object({
    seconds: Seconds,
    bedExits: z.number(),
    bathroomVisits: z.number(),
    restlessCount: z.number(),
    maxOutOfBedSeconds: z.number(),
  }),
  seconds: Seconds,
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
      users: z.array(z.string()),
    }),
  ),
});

export function parseSummary(stored: string): NightSummary {
  return SummaryJson.parse(JSON.parse(stored));
}

export function toSummaryColumn(summary: NightSummary): string {
  return JSON.stringify(summary);
}
