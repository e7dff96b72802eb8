/** Validates input against a schema and names each invalid field. */
import * as z from 'zod/mini';
import type { FieldError } from '../../contract/problem.ts';

type FieldErrors = readonly z.infer<typeof FieldError>[];

export const missingReason = 'is missing';

/** zod/mini has no texts of its own. This locale is passed with each call, because a module must not act on import. */
const { localeError } = z.locales.en();

/** `rootName` names the input itself in an error that concerns no single field. */
export function validateInput<T extends z.ZodMiniType>(
  schema: T,
  input: unknown,
  rootName: string,
): { readonly value: z.output<T> } | { readonly errors: FieldErrors } {
  const result = schema.safeParse(input, { error: localeError });
  if (result.success) return { value: result.data };
  return {
    errors: result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: formatPath([...issue.path, key]), reason: 'is not known' }))
        : [
            {
              field: formatPath(issue.path) || rootName,
              reason: isMissing(input, issue.path) ? missingReason : issue.message,
            },
          ],
    ),
  };
}

/** Formats a path as `[3].status` or `wardUUID`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const part of path) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return true;
    value = value[part];
  }
  return value === undefined;
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
