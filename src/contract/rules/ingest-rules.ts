/** The rules of a room, as users write them in files and as the database stores them. */
import * as z from 'zod/mini';
import { type IngestRules, ingestRulesOf, maxDebounceMs, minOfflineAfterMs } from '../../domain/ingest/ingest-rules.ts';
import type { AlertPriority } from '../../domain/alerts/alert.ts';
import { type AlertRule, type AlertRules, type TimeRange, maxAlertDelayMs } from '../../domain/alerts/alert-rules.ts';
import { type ShownAlertRule, shownRulesOf } from '../../domain/alerts/shown-rule.ts';
import { areShifts, defaultShifts, type Shifts } from '../../domain/local-time/shifts.ts';
import { isTimeOfDay, minuteOfTimeOfDay } from '../../domain/local-time/time-of-day.ts';
import { roomStatuses, statusOfName } from '../../domain/room-status.ts';
import type { StreamType } from '../../domain/stream.ts';
import type { ReasonCode } from '../reasons.ts';

/** A time of day, such as `21:00-06:00`. */
const DayTimeText = z.string().check(
  z.refine((text) => {
    const times = text.split('-');
    return times.length === 2 && times.every(isTimeOfDay) && times[0] !== times[1];
  }, 'day-time' satisfies ReasonCode),
);

const AlertRuleJson = z.strictObject({
  priority: z.optional(z.enum(['high', 'medium'])),
  /** How many seconds the status must last before the alert is raised. */
  after: z.optional(z.number().check(z.nonnegative(), z.maximum(maxAlertDelayMs / 1000))),
  between: z.optional(DayTimeText),
  /** Whether the alert stays open until a user resolves it. False: it also ends when its status ends. */
  latches: z.optional(z.boolean()),
});

const AlertRulesJson = z
  .partialRecord(z.enum(roomStatuses.map(({ name }) => name)), z.union([z.literal(false), AlertRuleJson]))
  .check(
    z.refine(
      (rules) => Object.entries(rules).every(([name, rule]) => rule === false || canSetLatches(name, rule)),
      '`latches` is for alerts of medium priority: those of high priority always latch, technical ones never do',
    ),
  );

const Seconds = z.number().check(z.nonnegative());

/**
 * The rules of a room, location or ward. For a missing member the rules of the level above or of the stream type apply.
 */
export const IngestRulesJson = z.strictObject(
  {
    /** Debounce time in seconds, by status name. */
    debounceSeconds: z.optional(
      z.partialRecord(z.enum(roomStatuses.map(({ name }) => name)), Seconds.check(z.maximum(maxDebounceMs / 1000))),
    ),
    /** Which statuses raise an alert, by status name; false: the status raises none. */
    alerts: z.optional(AlertRulesJson),
    dedupeWindowSeconds: z.optional(Seconds.check(z.maximum(3_600))),
    /** A device that sends nothing for this many seconds is offline. Null: it never goes offline. */
    offlineAfterSeconds: z.optional(
      z.nullable(z.number().check(z.minimum(minOfflineAfterMs / 1000), z.maximum(86_400))),
    ),
  },
  'rules' satisfies ReasonCode,
);

/**
 * The rules of a stream with the time zone and the shifts of its location, as `stream.rules` has them. Another machine
 * may have chosen the zone, so this one may not know it: see `localClockOf`.
 */
export const StreamRulesJson = z.extend(IngestRulesJson, {
  timeZone: z.optional(z.string()),
  shifts: z.optional(z.array(z.string())),
});

/**
 * The rules of a stream in milliseconds. `stored`: JSON of `IngestRulesJson`; null: the rules of its type apply. JSON
 * that cannot be read, for example from a newer version, counts as null, because one such row must not stop the reports
 * of the stream and the watchdog.
 */
export function ingestRulesOfStream(type: StreamType, stored: string | null): IngestRules {
  const own = stored === null ? undefined : parseStored(stored);
  if (own === undefined) return ingestRulesOf(type);
  const { debounceSeconds = {}, dedupeWindowSeconds, offlineAfterSeconds } = own;
  return ingestRulesOf(type, {
    debounceMs: Object.fromEntries(Object.entries(debounceSeconds).map(([name, seconds]) => [name, seconds * 1000])),
    ...(dedupeWindowSeconds !== undefined && { dedupeWindowMs: dedupeWindowSeconds * 1000 }),
    ...(offlineAfterSeconds !== undefined && {
      offlineAfterMs: offlineAfterSeconds === null ? null : offlineAfterSeconds * 1000,
    }),
  });
}

/** The alert rules of a stream. `stored`: as for `ingestRulesOfStream`. */
export function alertRulesOfStream(stored: string | null): AlertRules {
  const own = stored === null ? undefined : parseStored(stored);
  const entries = Object.entries(own?.alerts ?? {});
  return Object.fromEntries(entries.map(([name, rule]) => [name, rule === false ? null : alertRule(name, rule)]));
}

/** The alert rules of a stream as boards show them. `stored`: as for `ingestRulesOfStream`. */
export function shownRulesOfStream(stored: string | null): readonly ShownAlertRule[] {
  // No type of stream debounces a status of high priority by default.
  return shownRulesOf(alertRulesOfStream(stored), ingestRulesOfStream('other', stored).debounceMs);
}

/** The time zone of the location of a stream. Undefined: that of the server. `stored`: as for `ingestRulesOfStream`. */
export function timeZoneOfStream(stored: string | null): string | undefined {
  return stored === null ? undefined : parseStored(stored)?.timeZone;
}

/** The shifts of the location of a stream. `stored`: as for `ingestRulesOfStream`. */
export function shiftsOfStream(stored: string | null): Shifts {
  const own = stored === null ? undefined : parseStored(stored)?.shifts;
  return own !== undefined && areShifts(own) ? own : defaultShifts;
}

type AlertRuleJson = z.infer<typeof AlertRuleJson>;

function alertRule(name: string, rule: AlertRuleJson): AlertRule {
  const { after = 0, between, latches } = rule;
  const priority = priorityOf(name, rule);
  return {
    priority,
    latches: latches ?? priority === 'high',
    afterMs: after * 1000,
    between: between === undefined ? null : parseDayTime(between),
  };
}

function priorityOf(name: string, { priority }: AlertRuleJson): AlertPriority {
  const statusPriority = statusOfName(name)?.priority ?? 'technical';
  return priority ?? (statusPriority === 'information' ? 'medium' : statusPriority);
}

function canSetLatches(name: string, rule: AlertRuleJson): boolean {
  return rule.latches === undefined || priorityOf(name, rule) === 'medium';
}

function parseDayTime(text: string): TimeRange {
  const [from = 0, to = 0] = text.split('-').map(minuteOfTimeOfDay);
  return { from, to };
}

function parseStored(stored: string): z.infer<typeof StreamRulesJson> | undefined {
  try {
    return StreamRulesJson.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
