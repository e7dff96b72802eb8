import { expect, test } from 'vitest';
import { catalogues } from '../../../tests/support/catalogues.ts';
import { createTranslate } from './translate.ts';

test.each([
  ['en', 0, '0 rooms not monitored'],
  ['en', 1, '1 room not monitored'],
  ['en', 2, '2 rooms not monitored'],
  ['fr', 0, '0 chambre non surveillée'],
  ['fr', 1_000_000, '1000000 de chambres non surveillées'],
] as const)('a text in %s with the number %i has the plural form of the language', (language, count, text) => {
  expect(createTranslate(language, catalogues[language])('streams.not_monitored', { count })).toBe(text);
});

test('each placeholder is filled, and a value is never read as a placeholder or a pattern', () => {
  const t = createTranslate('en', catalogues.en);
  expect(t('connection.lost_since_day', { date: '13 May', time: '02:14:05' })).toBe('Offline since 13 May, 02:14:05');
  expect(t('back_to', { name: '{{name}} $& <b>' })).toBe('Back to {{name}} $& <b>');
});

test('only a value that is written from right to left gets the marks that keep the order of the words around it', () => {
  const t = createTranslate('en', catalogues.en);
  expect(t('back_to', { name: 'غرفة 12' })).toBe('Back to \u2068غرفة 12\u2069');
  expect(t('back_to', { name: '👩🏽‍⚕️ Room' })).toBe('Back to 👩🏽‍⚕️ Room');
});
