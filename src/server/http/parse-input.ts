/** Parses what came in against a schema of the contract; what does not fit is refused field by field. */
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { FieldError } from '../../contract/problem.ts';
import { AppError } from '../shared/app-error.ts';

type Part = 'params' | 'query' | 'body';
type FieldErrors = z.infer<typeof FieldError>[];

/** The reason for a field that is not there at all. */
export const missing = 'is missing';

/** zod/mini has no words of its own; passed with each call, so that nothing global is set. */
const { localeError } = z.locales.en();

const noInput: unique symbol = Symbol('no input');

/** What a schema makes of the input; undefined where the endpoint has none. */
export type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;

/** One part of a request, parsed. Throws AppError `invalid-request`, naming each field at fault. */
export function parsePart<E extends Endpoint, P extends Part>(endpoint: E, part: P, input: unknown): Parsed<E[P]>;
export function parsePart(endpoint: Endpoint, part: Part, input: unknown): unknown {
  const schema = endpoint[part];
  if (schema === undefined) return undefined;
  const result = checkInput(schema, input, part);
  if ('errors' in result) throw new AppError('invalid-request', { errors: result.errors });
  return result.value;
}

/** Without throwing, for lists whose good items are taken. `whole` names the input itself. */
export function checkInput<T extends z.ZodMiniType>(
  schema: T,
  input: unknown,
  whole: string,
): { value: z.output<T> } | { errors: FieldErrors } {
  const result = schema.safeParse(input, { error: localeError });
  if (result.success) return { value: result.data };
  return {
    errors: result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: fieldOf([...issue.path, key]), reason: 'is not known' }))
        : [{ field: fieldOf(issue.path) || whole, reason: hasInput(input, issue.path) ? issue.message : missing }],
    ),
  };
}

/** `[3].status`, `wardUUID`: a path as people write it. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

function hasInput(input: unknown, path: readonly PropertyKey[]): boolean {
  let value: unknown = input;
  for (const part of path) {
    value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : noInput;
  }
  return value !== noInput && value !== undefined;
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
