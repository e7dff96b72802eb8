import { expect, test } from 'vitest';
import { fallbackLanguage, languageOfTag, languages } from './language.ts';

test('[LANG-1] the eight languages by their own names, English to fall back on', () => {
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

test('[LANG-2] the regional part is ignored', () => {
  expect(languageOfTag('de-CH')).toBe('de');
  expect(languageOfTag('EN_us')).toBe('en');
});

test('[LANG-2] every Norwegian reads Bokmål, and nobody gets a language that we do not have', () => {
  expect(languageOfTag('no')).toBe('nb');
  expect(languageOfTag('nn-NO')).toBe('nb');
  expect(languageOfTag('it')).toBeUndefined();
  expect(languageOfTag('')).toBeUndefined();
});
