import { expect, test } from 'vitest';
import { durationOfRule } from './duration-of-rule.ts';

test.each([
  [600, 'en', '10 min'],
  [45, 'en', '45s'],
  [90, 'de', '90 Sek.'],
  [2, 'fr', '2s'],
])('a status that must last %d s is shown in the language %s as %s', (afterSeconds, language, text) => {
  expect(durationOfRule(afterSeconds, language).replace(/\s/g, ' ')).toBe(text);
});
