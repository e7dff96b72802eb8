import { InvalidArgumentError } from '@commander-js/extra-typings';
import { isOneLine, oneLineReason } from '../../shared/text/one-line.ts';

/** Parses a display name. Throws InvalidArgumentError. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 120) throw new InvalidArgumentError('Use 1 to 120 characters.');
  if (!isOneLine(name)) throw new InvalidArgumentError(`It ${oneLineReason}.`);
  return name;
}
