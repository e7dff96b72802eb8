import { expect, test } from 'vitest';
import { createTranslate } from '../../language/translate.ts';
import { manageCatalogues } from '../shell/use-texts.ts';
import { fieldText } from './field-text.ts';

const t = createTranslate('de', manageCatalogues.de);

test('the values of an event have names in the language of the page, also the new ward of a moved room', () => {
  expect(['ward', 'location', 'displayName'].map((name) => fieldText(name, t))).toEqual([
    'Wohnbereich',
    'Standort',
    'Name',
  ]);
  // What `prune`, an export of the log and a change of the equipment record.
  const recorded = ['auditEventsBefore', 'alerts', 'sessions', 'auditEvents', 'search', 'from', 'until', 'connections'];
  expect(recorded.filter((name) => fieldText(name, t) === name)).toEqual([]);
  expect(fieldText('newer', t)).toBe('newer');
});
