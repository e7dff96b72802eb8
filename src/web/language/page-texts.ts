/** The texts that the page shows. Those of another language replace them when they are loaded. */
import { languages, type LanguageCode } from '../../domain/language.ts';
import type { Catalogue } from './catalogues.ts';
import type { PageLanguage } from './page-language.ts';
import { createTranslate, type Translate } from './translate.ts';

interface ShownTexts {
  readonly language: LanguageCode;
  readonly t: Translate;
}

export interface PageTexts {
  /** The same object until other texts are shown. */
  readonly shown: () => ShownTexts;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the texts of all languages, so that a switch sends no request (LANG-3). */
  readonly loadAll: () => Promise<void>;
}

interface Sources {
  readonly load: (language: LanguageCode) => Promise<Catalogue>;
  /** The element whose `lang` attribute names the language of the shown texts. */
  readonly documentElement: Pick<HTMLElement, 'lang'>;
}

/** Resolves when the texts of the current language are loaded. */
export async function loadPageTexts(page: PageLanguage, { load, documentElement }: Sources): Promise<PageTexts> {
  const loads = new Map<LanguageCode, Promise<ShownTexts>>();
  const listeners = new Set<() => void>();

  async function loadTexts(language: LanguageCode): Promise<ShownTexts> {
    return { language, t: createTranslate(language, await load(language)) };
  }

  function textsOf(language: LanguageCode): Promise<ShownTexts> {
    const texts = loads.get(language) ?? loadTexts(language);
    loads.set(language, texts);
    return texts;
  }

  let shown = await textsOf(page.current());

  async function showCurrent(): Promise<void> {
    const texts = await textsOf(page.current());
    // The user may have chosen another language meanwhile.
    if (texts.language !== page.current()) return;
    shown = texts;
    documentElement.lang = texts.language;
    for (const listener of listeners) listener();
  }

  page.subscribe(() => void showCurrent());
  await showCurrent();
  return {
    shown: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // One after another, so that a missing network is tried with one request at a time.
    loadAll: async () => {
      for (const { code } of languages) await textsOf(code);
    },
  };
}
