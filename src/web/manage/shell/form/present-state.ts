import * as z from 'zod/mini';
import { ApiError } from '../../../api/api-error.ts';

const Conflict = z.object({ current: z.unknown() });

/** The present state of an object, from the refusal of a change when somebody else was faster. */
export function presentState<T extends z.ZodMiniType>(error: unknown, schema: T): z.output<T> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return z.safeParse<T>(schema, Conflict.safeParse(error.body).data?.current).data;
}
