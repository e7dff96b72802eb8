import { expect, test } from 'vitest';
import { createTranslate } from '../../../language/translate.ts';
import { ApiError } from '../../../api/api-error.ts';
import { errorText, fieldNameOf, placeText, reasonText, refusalText } from './reason-text.ts';
import { manageCatalogues } from '../use-texts.ts';

const t = createTranslate('de', manageCatalogues.de);

test('a reason of the server is shown in the language of the page, with its values', () => {
  const reason = { reason: 'must have at most 120 characters', code: 'too-long', values: { max: '120' } };
  expect(reasonText(reason, t)).toBe('Höchstens 120 Zeichen.');
});

test('a place in a file is shown in the language of the page', () => {
  expect(placeText('line 12, displayName', t)).toBe('Zeile 12, displayName');
  expect(placeText('clients[0].alias', t)).toBe('clients[0].alias');
  const used = { reason: '', code: 'alias-used-here', values: { alias: 'a-1', place: 'line 3' } };
  expect(reasonText(used, t)).toContain('Der Alias a-1 steht auch in Zeile 3.');
});

test('a problem of the equipment file is shown with its place, in the language of the page', () => {
  const values = { column: '15', message: 'Unexpected end' };
  expect(errorText({ field: 'line 1', reason: '', code: 'not-yaml', values }, t)).toBe(
    'Zeile 1: Das ist ab Spalte 15 kein gültiges YAML: Unexpected end',
  );
  expect(errorText({ field: '', reason: '', code: 'no-connections' }, t)).toMatch(/^Die Datei muss/);
});

test.each([
  ['topic', 'topic'],
  ['connections[1].topic', 'topic'],
  ['statuses.AUF', 'statuses'],
  ['rooms[1]', 'rooms[1].room'],
  ['connections[1].colour', undefined],
  ['line 3', undefined],
])('a form shows the error of %s beside the field %s', (field, name) => {
  expect(fieldNameOf(field, ['topic', 'statuses', 'rooms[0].room', 'rooms[1].room'])).toBe(name);
});

test.each([undefined, 'a-code-of-a-newer-server', 'line', 'toString'])(
  'the English text of the server is shown for the code %s',
  (code) => {
    expect(reasonText({ reason: 'must be nicer', code }, t)).toBe('must be nicer');
  },
);

test('the reason of a refused call is shown with its values, and only one that the page knows', () => {
  const bodyOf = (reason: string) => ({ type: '', title: '', status: 503, reason, values: { name: 'Zimmer 1' } });
  const errorOf = (reason: string) => new ApiError(503, '503', reason, bodyOf(reason));
  expect(refusalText(errorOf('first-report'), t)).toContain('Zimmer 1 hat gerade');
  expect(refusalText(errorOf('newer'), t)).toBeUndefined();
  expect(refusalText(new Error('offline'), t)).toBeUndefined();
});
