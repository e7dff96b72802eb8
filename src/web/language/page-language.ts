/** The language of the page: detected from sources in the order of LANG-2, until the user chooses another one. */
import { fallbackLanguage, languageOfTag, type LanguageCode } from '../../domain/language.ts';
import { createStore, type Store } from '../shared/create-store.ts';

const queryName = 'lng';
const cookieName = 'i18next';
const storageKey = 'i18nextLng';

export interface PageLanguage extends Pick<Store<LanguageCode>, 'get' | 'subscribe'> {
  /** Sets the language, and stores it in this browser for later visits. */
  readonly choose: (language: LanguageCode) => void;
}

/** The sources of the language preference in a window. */
type Sources = Pick<Window, 'localStorage' | 'sessionStorage'> & {
  readonly location: Pick<Location, 'search'>;
  readonly navigator: Pick<Navigator, 'languages'>;
  readonly document: Pick<Document, 'cookie'> & { readonly documentElement: Pick<HTMLElement, 'lang'> };
};

export function createPageLanguage(window: Sources): PageLanguage {
  const { localStorage } = window;
  const { get, set, subscribe } = createStore(detectLanguage(window));
  localStorage.setItem(storageKey, get());
  return {
    get,
    choose: (language) => {
      localStorage.setItem(storageKey, language);
      set(language);
    },
    subscribe,
  };
}

/** Returns the language of the first source that names one of the eight languages. */
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
