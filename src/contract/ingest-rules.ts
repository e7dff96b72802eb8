/** A stream's own rules at the door, as they are written in files and kept in the database. */
import * as z from 'zod/mini';
import { maxHoldOffSeconds } from '../domain/ingest/ingest.ts';
import { type IngestRules as Rules, ingestRulesOf } from '../domain/ingest/ingest-rules.ts';
import { roomStatuses } from '../domain/room-status.ts';
import type { StreamType } from '../domain/stream.ts';

const Seconds = z.number().check(z.nonnegative());

/** Only what differs from the rules of its type has to be there. */
export const IngestRules = z.strictObject(
  {
    /** How long a status has to last before it counts, in seconds, by its name. */
    holdOff: z.optional(
      z.partialRecord(z.enum(roomStatuses.map(({ name }) => name)), Seconds.check(z.maximum(maxHoldOffSeconds))),
    ),
    /** A status that is told again within so many seconds is told to nobody. */
    repeatWithin: z.optional(Seconds.check(z.maximum(3_600))),
    /** A device that is not heard for so many seconds is unreachable; null: it is never expected to be heard. */
    silentAfter: z.optional(z.nullable(z.number().check(z.minimum(10), z.maximum(86_400)))),
  },
  'must be rules such as { "silentAfter": 300 }',
);

/**
 * The rules a stream follows. `stored` is what `IngestRules` made of its own, as JSON; null: it has none.
 * Of what cannot be read, such as a newer build's, it has none either: neither its reports nor the watch
 * over all the others may fail for it.
 */
export function ingestRulesOfStream(type: StreamType, stored: string | null): Rules {
  const own = stored === null ? undefined : readRules(stored);
  if (own === undefined) return ingestRulesOf(type);
  return ingestRulesOf(type, {
    ...(own.holdOff !== undefined && { holdOff: own.holdOff }),
    ...(own.repeatWithin !== undefined && { repeatWithin: own.repeatWithin }),
    ...(own.silentAfter !== undefined && { silentAfter: own.silentAfter }),
  });
}

function readRules(stored: string): z.infer<typeof IngestRules> | undefined {
  try {
    return IngestRules.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
