import * as z from 'zod/mini';

export interface FieldProblem {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

const { localeError } = z.locales.en();

/** Checks a value of a file against a schema. Reports each wrong field with its path. */
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
  const reason = 'is not known here';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], reason }));
  if (issue.code === 'invalid_key') return [{ path, reason }];
  return [{ path, reason: hasValue(input, path) ? issue.message : 'is missing' }];
}

function hasValue(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
    value = Object.getOwnPropertyDescriptor(value, part)?.value;
  }
  return value !== undefined;
}
