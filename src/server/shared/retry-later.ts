/** Refusals of requests that may succeed later. */
import { AppError, type AppErrorOptions } from './app-error.ts';

/**
 * `refusal`: the detail, or `errorOptionsOf` a reason that pages translate. `seconds`: the minimum delay before a retry. The
 * default is 1 to 3 s at random, so that devices that were refused at the same moment do not retry at the same moment.
 */
export function retryLater(
  code: 'unavailable' | 'too-many-requests',
  refusal: string | AppErrorOptions,
  seconds: number = 1 + Math.floor(Math.random() * 3),
): AppError {
  const options = typeof refusal === 'string' ? { detail: refusal } : refusal;
  return new AppError(code, { ...options, headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } });
}
