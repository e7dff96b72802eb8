import { useMemo } from 'react';
import type { LanguageCode } from '../../domain/language.ts';
import { createTranslate, type Translate } from './translate.ts';
import { useTranslation } from './translation.tsx';

/** Like `useTranslation`, for the catalogues of a part of the page that is loaded later. */
export function useCatalogue<Texts extends object>(catalogues: Readonly<Record<LanguageCode, Texts>>) {
  const { language } = useTranslation();
  const t = useMemo((): Translate<Texts> => createTranslate(language, catalogues[language]), [language, catalogues]);
  return { t, language };
}
