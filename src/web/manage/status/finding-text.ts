import { isFindingName } from '../../../domain/status/finding.ts';
import { reasonText } from '../shell/form/reason-text.ts';
import type { ManageTranslate } from '../shell/use-texts.ts';
import type { ShownFinding } from './use-system-status.ts';

/** A finding of a newer server is shown by its name. */
export function sentenceOf(
  { name, values }: Pick<ShownFinding, 'name' | 'values'>,
  t: ManageTranslate,
  language: string,
): string {
  if (!isFindingName(name)) return name;
  const words = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.toLocaleString(language)]));
  const { code, text: reason = '' } = words;
  return t(`status.finding.${name}`, { ...words, text: reasonText({ code, values: words, reason }, t) });
}
