import { AppError } from './app-error.ts';

/** A refusal of one field of a request. `reason`: what the value must be, in English. */
export function invalidField(field: string, reason: string): AppError {
  return new AppError('invalid-request', { errors: [{ field, reason }] });
}
