/** The rules of a location or ward, which apply to its rooms, and how the rules of all levels are combined. */
import * as z from 'zod/mini';
import { type StreamType, streamTypes } from '../domain/stream.ts';
import { IngestRulesJson } from './ingest-rules.ts';

type RoomRules = z.infer<typeof IngestRulesJson>;

/** `types`: rules that apply only to the rooms with a stream of this type. */
export const PlaceRulesJson = z.extend(IngestRulesJson, {
  types: z.optional(z.partialRecord(z.enum(streamTypes), IngestRulesJson)),
});

export type PlaceRules = z.infer<typeof PlaceRulesJson>;

/**
 * The rules that apply to a room. `levels`: those of its location, its ward and itself, in this order. The later level
 * takes precedence, and within a level the rules for the type of the stream. A level replaces single members, and of
 * `alerts` and `holdOff` single statuses. Each of these is replaced as a whole.
 */
export function effectiveRulesOf(levels: readonly PlaceRules[], type: StreamType): RoomRules {
  return levels
    .flatMap(({ types, ...rules }) => [rules, types?.[type] ?? {}])
    .reduce<RoomRules>(
      (above, own) => ({
        ...above,
        ...own,
        ...((above.holdOff ?? own.holdOff) && { holdOff: { ...above.holdOff, ...own.holdOff } }),
        ...((above.alerts ?? own.alerts) && { alerts: { ...above.alerts, ...own.alerts } }),
      }),
      {},
    );
}
