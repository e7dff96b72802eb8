import { InvalidArgumentError } from '@commander-js/extra-typings';
import { DisplayName } from '../../../contract/manage/fields.ts';
import { validateInput } from '../../shared/validate-input.ts';

/** Parses a display name. Throws InvalidArgumentError. */
export function parseName(text: string): string {
  const result = validateInput(DisplayName, text, '');
  if ('value' in result) return result.value;
  throw new InvalidArgumentError(result.errors.map(({ reason }) => `It ${reason}.`).join(' '));
}
