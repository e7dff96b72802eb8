/** Checks values of a file against a schema; what does not fit is told field by field. */
import * as z from 'zod/mini';

export interface FieldProblem {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

const { localeError } = z.locales.en();

export function checkFields<T extends z.ZodMiniType>(
  schema: T,
  input: unknown,
): { readonly value: z.output<T> } | { readonly problems: readonly FieldProblem[] } {
  const result = schema.safeParse(input, { error: localeError });
  if (result.success) return { value: result.data };
  return { problems: result.error.issues.flatMap((issue) => problemsOf(issue, input)) };
}

function problemsOf(issue: z.core.$ZodIssue, input: unknown): readonly FieldProblem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], reason: 'is not known here' }));
  }
  if (issue.code === 'invalid_key') return [{ path, reason: 'is not known here' }];
  return [{ path, reason: isThere(input, path) ? issue.message : 'is missing' }];
}

function isThere(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
    value = Object.getOwnPropertyDescriptor(value, part)?.value;
  }
  return value !== undefined;
}

/** `clients[0].locations[1].alias` */
export function writePath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

/** The same rules always as the same text, so that they can be compared; none of their own as null. */
export function rulesText(rules: object | null | undefined): string | null | undefined {
  if (rules === undefined || rules === null) return rules;
  const sorted = sortKeys(rules);
  return Object.keys(sorted).length === 0 ? null : JSON.stringify(sorted);
}

function sortKeys(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]: [string, unknown]) => [
        key,
        typeof part === 'object' && part !== null ? sortKeys(part) : part,
      ]),
  );
}
