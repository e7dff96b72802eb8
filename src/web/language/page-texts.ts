/** The texts that the page shows. When the language changes, the old texts stay until the new ones are loaded. */
import { languages, type LanguageCode } from '../../domain/language.ts';
import { createStore, type Store } from '../shared/create-store.ts';
import type { Catalogue } from './catalogues.ts';
import type { PageLanguage } from './page-language.ts';
import { createTranslate, type Translate } from './translate.ts';

interface ShownTexts {
  readonly language: LanguageCode;
  readonly t: Translate;
}

export interface PageTexts extends Pick<Store<ShownTexts>, 'get' | 'subscribe'> {
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

  async function loadTexts(language: LanguageCode): Promise<ShownTexts> {
    return { language, t: createTranslate(language, await load(language)) };
  }

  function textsOf(language: LanguageCode): Promise<ShownTexts> {
    const texts = loads.get(language) ?? loadTexts(language);
    loads.set(language, texts);
    return texts;
  }

  const shown = createStore(await textsOf(page.get()));

  async function showCurrent(): Promise<void> {
    const texts = await textsOf(page.get());
    // Ignores the loaded texts if the user has chosen yet another language meanwhile.
    if (texts.language !== page.get()) return;
    documentElement.lang = texts.language;
    shown.set(texts);
  }

  page.subscribe(() => void showCurrent());
  await showCurrent();
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    // Loads the languages one by one, so that without a network only one request at a time is retried.
    loadAll: async () => {
      for (const { code } of languages) await textsOf(code);
    },
  };
}
