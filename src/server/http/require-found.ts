import { AppError } from '../shared/app-error.ts';

/** Throws `not-found` for undefined: the same for a missing uuid and an invisible one, so that guessing reveals nothing. */
export function requireFound<T>(found: T | undefined): T {
  if (found === undefined)
    throw new AppError('not-found', { detail: 'There is nothing with this uuid that you may see.' });
  return found;
}
