/** Validates input against a schema and names each invalid field. */
import type * as z from 'zod/mini';
import type { ReasonCode } from '../../contract/reasons.ts';
import { type FieldProblem, fieldProblem, isReasonCode, type Reason, reasonOf } from './reason.ts';

/** `rootName` names the input itself in an error that concerns no single field. Empty: the error has no field. */
export function validateInput<T extends z.ZodMiniType>(
  schema: T,
  input: unknown,
  rootName: string,
): { readonly value: z.output<T> } | { readonly errors: readonly FieldProblem[] } {
  const result = schema.safeParse(input, { error: codeOfIssue });
  if (result.success) return { value: result.data };
  return {
    errors: result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => fieldProblem(formatPath([...issue.path, key]), 'unknown'))
        : [
            {
              field: formatPath(issue.path) || rootName,
              ...(isMissing(input, issue.path) ? reasonOf('missing') : reasonOfIssue(issue)),
            },
          ],
    ),
  };
}

/** The message of an issue is either a reason code, or an English text that pages show as it is. */
function reasonOfIssue(issue: z.core.$ZodIssue): Reason {
  const { message } = issue;
  return isReasonCode(message) ? reasonOf(message, valuesOfIssue(issue)) : { reason: message };
}

/**
 * Returns the reason code of an issue. It is passed with each call, because zod/mini has no texts of its own and a
 * module must not act on import.
 */
function codeOfIssue(issue: z.core.$ZodRawIssue): ReasonCode {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? 'empty' : sizeCodes[sizeOrigin(issue.origin)].small;
    case 'too_big':
      return sizeCodes[sizeOrigin(issue.origin)].big;
    case 'invalid_value':
      return 'not-in-list';
    case 'invalid_type':
      return 'wrong-type';
    default:
      return 'wrong-form';
  }
}

function valuesOfIssue(issue: z.core.$ZodIssue): Readonly<Record<string, string | number>> {
  switch (issue.code) {
    case 'too_small':
      return { min: Number(issue.minimum) };
    case 'too_big':
      return { max: Number(issue.maximum) };
    case 'invalid_value':
      return { options: issue.values.map(String).join(', ') };
    case 'invalid_type':
      return { type: issue.expected };
    case 'custom':
      return issue.params ?? {};
    default:
      return {};
  }
}

const sizeCodes = {
  string: { small: 'too-short', big: 'too-long' },
  array: { small: 'too-few', big: 'too-many' },
  number: { small: 'too-small', big: 'too-big' },
} as const;

function sizeOrigin(origin: string): keyof typeof sizeCodes {
  return origin === 'string' || origin === 'array' ? origin : 'number';
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
