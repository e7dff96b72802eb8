import { expect, test } from 'vitest';
import { fallbackLanguage, languageOfTag, languages } from './language.ts';

test('[LANG-1] there are eight languages with their own names, and English is the fallback', () => {
  expect(languages.map(({ code, name }) => `${code} ${name}`)).toEqual([
    'da Dansk',
    'de Deutsch',
    'en English',
    'fr Français',
    'hu Magyar',
    'nb Norsk Bokmål',
    'nl Nederlands',
    'sv Svenska',
  ]);
  expect(fallbackLanguage).toBe('en');
});

test('[LANG-2] the region of a language tag is ignored', () => {
  expect(languageOfTag('de-CH')).toBe('de');
  expect(languageOfTag('EN_us')).toBe('en');
});

test('[LANG-2] both Norwegian languages map to Bokmål, other languages to none', () => {
  expect(languageOfTag('no')).toBe('nb');
  expect(languageOfTag('nn-NO')).toBe('nb');
  expect(languageOfTag('it')).toBeUndefined();
  expect(languageOfTag('')).toBeUndefined();
});
