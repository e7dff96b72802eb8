/** The ingest rules that one stream has of its own, as users write them in files and as the database stores them. */
import * as z from 'zod/mini';
import { type IngestRules, ingestRulesOf, maxDebounceMs, minOfflineAfterMs } from '../domain/ingest/ingest-rules.ts';
import { roomStatuses } from '../domain/room-status.ts';
import type { StreamType } from '../domain/stream.ts';

const Seconds = z.number().check(z.nonnegative());

/** A missing member is taken from the rules of the stream's type. */
export const IngestRulesJson = z.strictObject(
  {
    /** Debounce time in seconds, by status name. */
    holdOff: z.optional(
      z.partialRecord(z.enum(roomStatuses.map(({ name }) => name)), Seconds.check(z.maximum(maxDebounceMs / 1000))),
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

function parseStored(stored: string): z.infer<typeof IngestRulesJson> | undefined {
  try {
    return IngestRulesJson.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
