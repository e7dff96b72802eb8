import { useMemo } from 'react';
import type en from '../language/en/handover.json';
import { textsOfLanguage } from '../language/texts-of-language.ts';
import { createTranslate, type Translate } from '../language/translate.ts';
import { useTranslation } from '../language/translation.tsx';

const files = import.meta.glob<typeof en>('../language/*/handover.json', { eager: true, import: 'default' });

/** The texts of the handover. */
export function useHandoverTexts(): Translate<typeof en> {
  const { language } = useTranslation();
  return useMemo(() => createTranslate(language, textsOfLanguage(files, language)), [language]);
}
