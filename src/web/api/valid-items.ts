import * as z from 'zod/mini';

/** A list whose items are checked one by one, so that one invalid item does not hide the others. */
export const UncheckedItems = z.object({ items: z.array(z.unknown()) });

interface CheckedItems<T> {
  readonly items: T[];
  readonly skippedCount: number;
}

/** Skips invalid items and logs each in the console. `kind`: the word for an item in the log, such as `room`. */
export function selectValidItems<T>(
  schema: z.ZodMiniType<T>,
  items: readonly unknown[],
  kind: string,
): CheckedItems<T> {
  const results = items.map((item) => ({ item, ...z.safeParse(schema, item) }));
  for (const { item, error } of results) {
    if (error === undefined) continue;
    const reasons = error.issues.map(({ path, message }) => `${path.join('.') || 'item'}: ${message}`);
    console.error(`An invalid ${kind} was skipped (${nameOf(item)}), reason: ${reasons.join('; ')}`);
  }
  const valid = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return { items: valid, skippedCount: results.length - valid.length };
}

const Named = z.object({ uuid: z.optional(z.string()), displayName: z.optional(z.string()) });

function nameOf(item: unknown): string {
  const { displayName, uuid } = z.safeParse(Named, item).data ?? {};
  return [displayName, uuid].filter((part) => part !== undefined).join(', ') || 'without a name';
}
