import { expect, test } from 'vitest';
import { createTranslate } from '../../language/translate.ts';
import { ApiError } from '../../api/api-error.ts';
import { fieldNameOf, translateReason, explainRefusal } from './reason-text.ts';
import { loadManageTexts } from '../load-texts.ts';

const t = createTranslate('de', await loadManageTexts('de'));

test.each([
  ['topic', 'topic'],
  ['connections[1].topic', 'topic'],
  ['statuses.AUF', 'statuses'],
  ['rooms[1]', 'rooms[1].room'],
  ['connections[1].colour', undefined],
  ['line 3', undefined],
])('an error that the server reports for %s is shown beside the form field %s', (field, name) => {
  expect(fieldNameOf(field, ['topic', 'statuses', 'rooms[0].room', 'rooms[1].room'])).toBe(name);
});

test.each([undefined, 'a-code-of-a-newer-server', 'line', 'toString'])(
  'a refusal with the code %s, which has no translation, shows the English text of the server',
  (code) => {
    expect(translateReason({ reason: 'must be nicer', code }, t)).toContain(': must be nicer');
  },
);

test('a refused call shows its reason with the values of its placeholders, and no text for an unknown reason', () => {
  const bodyOf = (reason: string) => ({ type: '', title: '', status: 503, reason, values: { name: 'Zimmer 1' } });
  const errorOf = (reason: string) => new ApiError(503, '503', reason, bodyOf(reason));
  expect(explainRefusal(errorOf('first-report'), t)).toContain('Zimmer 1 hat gerade');
  expect(explainRefusal(errorOf('newer'), t)).toBeUndefined();
  expect(explainRefusal(new Error('offline'), t)).toBeUndefined();
});
