/** Refusals of requests that may succeed later. */
import { AppError } from './app-error.ts';

/**
 * `seconds`: the minimum delay before a retry. The default is 1 to 3 s with jitter, so that devices that were refused
 * at the same moment do not retry at the same moment.
 */
export function retryLater(
  code: 'unavailable' | 'too-many-requests',
  detail: string,
  seconds: number = 1 + Math.floor(Math.random() * 3),
): AppError {
  return new AppError(code, { detail, headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } });
}
