import { createContext, use } from 'react';
import type { LanguageCode } from '../../domain/language.ts';
import type { Translate } from '../language/translate.ts';
import type { loadManageTexts } from './load-texts.ts';

export type ManageTexts = Awaited<ReturnType<typeof loadManageTexts>>;
export type ManageTranslate = Translate<ManageTexts>;

export interface Texts {
  readonly t: ManageTranslate;
  readonly language: LanguageCode;
}

export const TextsContext = createContext<Texts | undefined>(undefined);

/** Returns the translate function for the texts of the administration. `useTranslation` has the texts of all pages. */
export function useTexts(): Texts {
  const texts = use(TextsContext);
  if (texts === undefined) throw new Error('useTexts needs a TextsProvider above it');
  return texts;
}
