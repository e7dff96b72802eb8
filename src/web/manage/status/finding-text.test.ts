import { expect, test } from 'vitest';
import { createTranslate } from '../../language/translate.ts';
import { manageCatalogues } from '../shell/use-texts.ts';
import { sentenceOf } from './finding-text.ts';

const t = createTranslate('de', manageCatalogues.de);
const text = "The clock of the identity provider is 95 s ahead of this server's.";

test('a warning about the identity provider is shown in the language of the page', () => {
  const values = { code: 'provider-clock-ahead', seconds: '95', text };
  expect(sentenceOf({ name: 'sign-in-warning', values }, t, 'de')).toBe(
    'Anmeldedienst: Seine Uhr geht gegenüber diesem Server um 95 s vor.',
  );
});

test('the English text of the server is shown for a warning of a newer server', () => {
  expect(sentenceOf({ name: 'sign-in-warning', values: { code: 'newer', text } }, t, 'de')).toBe(
    `Anmeldedienst: ${text}`,
  );
  expect(sentenceOf({ name: 'newer', values: {} }, t, 'de')).toBe('newer');
});
