import { AppError } from '../shared/app-error.ts';

/** Throws AppError `not-found` for undefined: an object that does not exist or that the user may not see. */
export function requireFound<T>(found: T | undefined): T {
  if (found === undefined)
    throw new AppError('not-found', { detail: 'There is nothing with this uuid that you may see.' });
  return found;
}
