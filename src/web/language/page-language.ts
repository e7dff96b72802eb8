/** The language of the page: detected in the order of LANG-2, and changed by the user. */
import { fallbackLanguage, languageOfTag, type LanguageCode } from '../../domain/language.ts';

const queryName = 'lng';
const cookieName = 'i18next';
const storageKey = 'i18nextLng';

export interface PageLanguage {
  readonly current: () => LanguageCode;
  /** Stores the choice on this device, for later visits. */
  readonly choose: (language: LanguageCode) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The parts of a window that name a language. */
type Sources = Pick<Window, 'localStorage' | 'sessionStorage'> & {
  readonly location: Pick<Location, 'search'>;
  readonly navigator: Pick<Navigator, 'languages'>;
  readonly document: Pick<Document, 'cookie'> & { readonly documentElement: Pick<HTMLElement, 'lang'> };
};

export function createPageLanguage(window: Sources): PageLanguage {
  const { localStorage } = window;
  const listeners = new Set<() => void>();
  let current = detectLanguage(window);

  function choose(language: LanguageCode): void {
    current = language;
    localStorage.setItem(storageKey, language);
    for (const listener of listeners) listener();
  }

  choose(current);
  return {
    current: () => current,
    choose,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A value that is none of the eight languages counts as not set. */
function detectLanguage({ location, localStorage, sessionStorage, navigator, document }: Sources): LanguageCode {
  const tags = [
    new URLSearchParams(location.search).get(queryName),
    new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1],
    localStorage.getItem(storageKey),
    sessionStorage.getItem(storageKey),
    ...navigator.languages,
    document.documentElement.lang,
  ];
  return tags.map((tag) => languageOfTag(tag ?? '')).find((language) => language !== undefined) ?? fallbackLanguage;
}
