import { AppError } from '../shared/app-error.ts';

/** Throws `not-found` for undefined. What a user may not see is answered like what does not exist. */
export function requireFound<T>(found: T | undefined): T {
  if (found === undefined)
    throw new AppError('not-found', { detail: 'There is nothing with this uuid that you may see.' });
  return found;
}
