import { AppError } from '../shared/app-error.ts';

/** What is not there and what the caller may not see are refused alike, so that a guess tells nothing. */
export function requireFound<T>(found: T | undefined): T {
  if (found === undefined)
    throw new AppError('not-found', { detail: 'There is nothing of that uuid that you may see.' });
  return found;
}
