/** The reasons of refusals in English, from the contract. The files `reasons.json` contain them in other languages. */
import { type TranslatedReason, translatedReasons } from '../../contract/reasons.ts';

export type ReasonTexts = Readonly<Record<TranslatedReason, string>>;

/** Converts a reason that is written to follow the name of a field, such as "must be a number", into a sentence. */
function sentenceOf(text: string): string {
  return /^[a-z]/.test(text) ? `This ${text}.` : text;
}

export const englishReasons: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(translatedReasons).map(([code, text]) => [code, sentenceOf(text)]),
);
