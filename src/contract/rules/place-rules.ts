/** The rules of a location or ward, which apply to its rooms, and how the rules of all levels are combined. */
import * as z from 'zod/mini';
import { type StreamType, streamTypes } from '../../domain/stream.ts';
import { Shifts } from '../shifts.ts';
import { TimeZone } from '../time-zone.ts';
import { ChainJson } from './chain.ts';
import { IngestRulesJson, type StreamRulesJson } from './ingest-rules.ts';

type RoomRules = z.infer<typeof StreamRulesJson>;

/**
 * The rules of a place. `types`: rules for rooms with a stream of this type only. `chain`: whom the server reaches about
 * an alert that nobody answers; that of a ward replaces that of its location.
 */
export const PlaceRulesJson = z.extend(IngestRulesJson, {
  types: z.optional(z.partialRecord(z.enum(streamTypes), IngestRulesJson)),
  chain: z.optional(ChainJson),
});

/**
 * The rules of a location, with its time zone, its shifts, and whether notifications on phones name neither rooms nor
 * statuses (`discreetPhones`). Without them, the time zone of the server and the default
 * shifts apply.
 */
export const LocationRulesJson = z.extend(PlaceRulesJson, {
  timeZone: z.optional(TimeZone),
  shifts: z.optional(Shifts),
  discreetPhones: z.optional(z.boolean()),
});

/** The stored rules of a location, ward or room. This machine may not know the time zone that another one accepted. */
export const StoredRulesJson = z.extend(PlaceRulesJson, {
  timeZone: z.optional(z.string()),
  shifts: z.optional(z.array(z.string())),
  discreetPhones: z.optional(z.boolean()),
});

export type PlaceRules = z.infer<typeof StoredRulesJson>;

/**
 * Combines the rules that apply to a room. `levels`: the rules of its location, its ward and itself, in this order. A
 * later level takes precedence, and within a level the rules for the type of the stream. A level replaces single
 * members, and single statuses of `alerts` and `debounceSeconds`. The chain and `discreetPhones` are left out: no
 * report needs them.
 */
export function effectiveRulesOf(levels: readonly PlaceRules[], type: StreamType): RoomRules {
  return levels
    .flatMap(({ types, chain: _chain, discreetPhones: _discreetPhones, ...rules }) => [rules, types?.[type] ?? {}])
    .reduce<RoomRules>(
      (above, own) => ({
        ...above,
        ...own,
        ...((above.debounceSeconds ?? own.debounceSeconds) && {
          debounceSeconds: { ...above.debounceSeconds, ...own.debounceSeconds },
        }),
        ...((above.alerts ?? own.alerts) && { alerts: { ...above.alerts, ...own.alerts } }),
      }),
      {},
    );
}
