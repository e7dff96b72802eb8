/** The column `discarded_values` of a stream. */
import * as z from 'zod/mini';
import type { DiscardedValues } from '../../domain/ingest/discarded-values.ts';

const DiscardedValuesJson = z.record(z.string(), z.object({ value: z.string(), at: z.number() }));

export function formatDiscardedValues(discarded: DiscardedValues): string | null {
  return Object.keys(discarded).length === 0 ? null : JSON.stringify(discarded);
}

export function parseDiscardedValues(stored: string | null): DiscardedValues {
  return stored === null ? {} : DiscardedValuesJson.parse(JSON.parse(stored));
}
