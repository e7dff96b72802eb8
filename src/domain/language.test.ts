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

test.each([
  ['de-CH', 'de'],
  ['EN_us', 'en'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['it', undefined],
  ['', undefined],
])('[LANG-2] the language of the tag "%s" is %s', (tag, expected) => {
  expect(languageOfTag(tag)).toBe(expected);
});
