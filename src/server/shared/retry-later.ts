/** Refusals that pass: what cannot be done now, and when to ask again. */
import { AppError } from './app-error.ts';

/**
 * `seconds`: after how many it is worth while, at the least. Without it a few, not the same for all:
 * devices that were refused together are not to come back together.
 */
export function retryLater(
  code: 'unavailable' | 'too-many-requests',
  detail: string,
  seconds: number = 1 + Math.floor(Math.random() * 3),
): AppError {
  return new AppError(code, { detail, headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } });
}
