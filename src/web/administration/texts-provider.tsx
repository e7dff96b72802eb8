import { type ReactNode, useEffect, useState } from 'react';
import { loadRepeatedly } from '../shared/load-repeatedly.ts';
import { createTranslate } from '../language/translate.ts';
import { useTranslation } from '../language/translation.tsx';
import { loadManageTexts } from './load-texts.ts';
import { type Texts, TextsContext } from './use-texts.ts';

/**
 * Loads the texts of the administration. When the language changes, the page keeps its texts until the new ones are
 * loaded.
 */
export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const { language } = useTranslation();
  const [texts, setTexts] = useState<Texts>();
  useEffect(() => {
    const leaving = new AbortController();
    loadRepeatedly('The texts of the administration', () => loadManageTexts(language), leaving.signal).then(
      (loaded) => !leaving.signal.aborted && setTexts({ t: createTranslate(language, loaded), language }),
      () => undefined,
    );
    return () => leaving.abort();
  }, [language]);
  return texts !== undefined && <TextsContext value={texts}>{children}</TextsContext>;
}
