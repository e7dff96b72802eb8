/** The configuration of i18next. All catalogues are bundled, so no request loads a text (LANG-3). */
import { createInstance, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, languageOfTag, languages, type LanguageCode } from '../../domain/language.ts';
import { catalogues } from './catalogues.ts';

/** Creates the i18next instance. The language is detected in the order of LANG-2 and stored in local storage. */
export function createI18n(): i18n {
  const instance = createInstance();
  instance.on('languageChanged', () => {
    document.documentElement.lang = currentLanguage(instance);
  });
  void instance
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      resources: catalogues,
      supportedLngs: languages.map((language) => language.code),
      fallbackLng: fallbackLanguage,
      load: 'languageOnly',
      initAsync: false,
      // React already escapes HTML.
      interpolation: { escapeValue: false },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: 'i18next',
        lookupLocalStorage: 'i18nextLng',
        lookupSessionStorage: 'i18nextLng',
        caches: ['localStorage'],
        // Other tags become `und`, because i18next would accept its test language `cimode`, which shows keys.
        convertDetectedLanguage: (tag) => languageOfTag(tag) ?? 'und',
      },
    });
  return instance;
}

/** The language of the texts on the screen. */
export function currentLanguage(instance: i18n): LanguageCode {
  return languageOfTag(instance.resolvedLanguage ?? '') ?? fallbackLanguage;
}
