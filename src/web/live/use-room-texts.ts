/** The texts of the board that its first paint does not need. They are loaded with the parts that show them. */
import { useMemo } from 'react';
import type en from '../language/en/board.json';
import { textsOfLanguage } from '../language/texts-of-language.ts';
import { createTranslate, type Translate } from '../language/translate.ts';
import { useTranslation } from '../language/translation.tsx';

const files = import.meta.glob<typeof en>('../language/*/board.json', { eager: true, import: 'default' });

export function useRoomTexts(): Translate<typeof en> {
  const { language } = useTranslation();
  return useMemo(() => createTranslate(language, textsOfLanguage(files, language)), [language]);
}
