import { expect, test } from 'vitest';
import { languageOfRequest } from './page-language.ts';

const headers = { cookie: 'theme=dark; i18next=hu-HU', 'accept-language': 'it, sv;q=0.5, fr-CA;q=0.9' };

test('what was picked on the page goes first, then what the app asked for', () => {
  expect(languageOfRequest({ headers }, { picked: 'da', uiLocales: 'de' })).toBe('da');
  expect(languageOfRequest({ headers }, { picked: null, uiLocales: 'it de-CH' })).toBe('de');
  expect(languageOfRequest({ headers }, { picked: 'xx' })).toBe('hu');
});

test("then the app's cookie, then the browser's own wishes by their weight", () => {
  expect(languageOfRequest({ headers })).toBe('hu');
  expect(languageOfRequest({ headers: { 'accept-language': headers['accept-language'] } })).toBe('fr');
  expect(languageOfRequest({ headers: { 'accept-language': 'no;q=0.3, en;q=0' } })).toBe('nb');
});

test('English is what is left', () => {
  expect(languageOfRequest({ headers: {} })).toBe('en');
  expect(languageOfRequest({ headers: { 'accept-language': ';;,q=,*' } })).toBe('en');
});
