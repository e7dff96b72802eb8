import { expect, test } from 'vitest';
import { languageOfRequest } from './page-language.ts';

const headers = { cookie: 'theme=dark; i18next=hu-HU', 'accept-language': 'it, fr-CA;q=0.9, sv;q=0.5' };

test('a page of the provider is in the language that was picked on it, otherwise in that of the ui_locales of the app', () => {
  expect(languageOfRequest({ headers }, { picked: 'da', uiLocales: 'de' })).toBe('da');
  expect(languageOfRequest({ headers }, { picked: null, uiLocales: 'it de-CH' })).toBe('de');
  expect(languageOfRequest({ headers }, { picked: 'xx' })).toBe('hu');
});

test('without a picked language and ui_locales, the i18next cookie of the app decides, then Accept-Language', () => {
  expect(languageOfRequest({ headers })).toBe('hu');
  expect(languageOfRequest({ headers: { 'accept-language': headers['accept-language'] } })).toBe('fr');
  expect(languageOfRequest({ headers: { 'accept-language': 'no;q=0.3, en;q=0.2' } })).toBe('nb');
});

test('a page of the provider is in English when the request names no language', () => {
  expect(languageOfRequest({ headers: {} })).toBe('en');
  expect(languageOfRequest({ headers: { 'accept-language': ';;,q=,*' } })).toBe('en');
});
