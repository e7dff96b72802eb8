import { expect, test } from 'vitest';
import { createTranslate } from './translate.ts';

test('a text is found in the catalogue of the language', () => {
  expect(createTranslate('en')('streams.loading')).toBe('Loading streams...');
  expect(createTranslate('de')('logout')).toBe('Abmelden');
});

test.each([
  ['en', 0, '0 rooms not monitored'],
  ['en', 1, '1 room not monitored'],
  ['en', 2, '2 rooms not monitored'],
  ['fr', 0, '0 chambre non surveillée'],
  ['fr', 1_000_000, '1000000 de chambres non surveillées'],
] as const)('a text in %s with the number %i has the plural form of the language', (language, count, text) => {
  expect(createTranslate(language)('streams.not_monitored', { count })).toBe(text);
});

test('each placeholder is filled, and a value is never read as a placeholder or a pattern', () => {
  const t = createTranslate('en');
  expect(t('connection.lost_since_day', { date: '13 May', time: '02:14:05' })).toBe('Offline since 13 May, 02:14:05');
  expect(t('back_to', { name: '{{name}} $& <b>' })).toBe('Back to {{name}} $& <b>');
});
