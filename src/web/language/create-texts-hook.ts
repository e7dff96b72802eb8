import { useMemo } from 'react';
import { textsOfLanguage } from './texts-of-language.ts';
import { createTranslate, type Translate } from './translate.ts';
import { useTranslation } from './translation.tsx';

/** Creates the hook that translates the texts of one feature. `files`: its file of each language, by path. */
export function createTextsHook<Texts extends object>(files: Readonly<Record<string, Texts>>): () => Translate<Texts> {
  return () => {
    const { language } = useTranslation();
    return useMemo(() => createTranslate(language, textsOfLanguage(files, language)), [language]);
  };
}
