/** The rules that one stream has of its own, as users write them in files and as the database stores them. */
import * as z from 'zod/mini';
import { type IngestRules, ingestRulesOf, maxDebounceMs, minOfflineAfterMs } from '../domain/ingest/ingest-rules.ts';
import { type AlertRule, type AlertRules, type DayTime, maxAlertDelayMs } from '../domain/alerts/alert-rules.ts';
import { roomStatuses, statusOfName } from '../domain/room-status.ts';
import type { StreamType } from '../domain/stream.ts';

const TimeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

/** `21:00-06:00`. */
const DayTimeText = z.string().check(
  z.refine((text) => {
    const times = text.split('-');
    return times.length === 2 && times.every((time) => TimeOfDay.test(time)) && times[0] !== times[1];
  }, 'must be two times of day such as 21:00-06:00'),
);

const AlertRuleJson = z.strictObject({
  priority: z.optional(z.enum(['high', 'medium'])),
  /** The status must last this many seconds. */
  after: z.optional(z.number().check(z.nonnegative(), z.maximum(maxAlertDelayMs / 1000))),
  between: z.optional(DayTimeText),
});

const Seconds = z.number().check(z.nonnegative());

/** A missing member is taken from the rules of the stream's type. */
export const IngestRulesJson = z.strictObject(
  {
    /** Debounce time in seconds, by status name. */
    holdOff: z.optional(
      z.partialRecord(z.enum(roomStatuses.map(({ name }) => name)), Seconds.check(z.maximum(maxDebounceMs / 1000))),
    ),
    /** Which statuses raise an alert, by status name; false: the status raises none. */
    alerts: z.optional(
      z.partialRecord(z.enum(roomStatuses.map(({ name }) => name)), z.union([z.literal(false), AlertRuleJson])),
    ),
    /** Dedupe window in seconds. */
    repeatWithin: z.optional(Seconds.check(z.maximum(3_600))),
    /** A device that sends nothing for this many seconds is offline; null: never. */
    silentAfter: z.optional(z.nullable(z.number().check(z.minimum(minOfflineAfterMs / 1000), z.maximum(86_400)))),
  },
  'must be rules such as { "silentAfter": 300 }',
);

/**
 * The rules of a stream in milliseconds. `stored`: JSON of `IngestRulesJson`; null: the stream has no rules of its own.
 * JSON that cannot be read, for example from a newer version, counts as null. Otherwise one such row would stop the
 * reports of the stream and the watchdog.
 */
export function ingestRulesOfStream(type: StreamType, stored: string | null): IngestRules {
  const own = stored === null ? undefined : parseStored(stored);
  if (own === undefined) return ingestRulesOf(type);
  const { holdOff = {}, repeatWithin, silentAfter } = own;
  return ingestRulesOf(type, {
    debounceMs: Object.fromEntries(Object.entries(holdOff).map(([name, seconds]) => [name, seconds * 1000])),
    ...(repeatWithin !== undefined && { dedupeWindowMs: repeatWithin * 1000 }),
    ...(silentAfter !== undefined && { offlineAfterMs: silentAfter === null ? null : silentAfter * 1000 }),
  });
}

/** The alert rules of a stream. `stored`: as for `ingestRulesOfStream`. */
export function alertRulesOfStream(stored: string | null): AlertRules {
  const own = stored === null ? undefined : parseStored(stored);
  const entries = Object.entries(own?.alerts ?? {});
  return Object.fromEntries(entries.map(([name, rule]) => [name, rule === false ? null : alertRule(name, rule)]));
}

function alertRule(name: string, { priority, after = 0, between }: z.infer<typeof AlertRuleJson>): AlertRule {
  const statusPriority = statusOfName(name)?.priority ?? 'technical';
  const ownPriority = priority ?? (statusPriority === 'information' ? 'medium' : statusPriority);
  return {
    priority: ownPriority,
    latches: ownPriority === 'high',
    afterMs: after * 1000,
    between: between === undefined ? null : parseDayTime(between),
  };
}

function parseDayTime(text: string): DayTime {
  const [from = 0, to = 0] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { from, to };
}

function parseStored(stored: string): z.infer<typeof IngestRulesJson> | undefined {
  try {
    return IngestRulesJson.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
