/** The translated texts of the provider's pages. */
import type { LanguageCode } from '../../../domain/language.ts';
import { da } from './words/da.ts';
import { de } from './words/de.ts';
import { en, type PageWords } from './words/en.ts';
import { fr } from './words/fr.ts';
import { hu } from './words/hu.ts';
import { nb } from './words/nb.ts';
import { nl } from './words/nl.ts';
import { sv } from './words/sv.ts';

export const pageWords: Readonly<Record<LanguageCode, PageWords>> = { da, de, en, fr, hu, nb, nl, sv };

/** Replaces each `{{name}}` by its value. */
export function fillPlaceholders(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Formats a duration as “30 seconds” or “2 minutes”, rounded up. */
export function formatWait(milliseconds: number, language: LanguageCode): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const [amount, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
