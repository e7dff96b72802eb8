import { expect, test } from 'vitest';
import { delayText } from './delay-text.ts';

test.each([
  ['2 seconds', String(2_000 / 60_000), '2s'],
  ['3 seconds', '0.05', '0.1 min'],
  ['half a minute', '0,5', '0.5 min'],
  ['20 minutes', '20', '20 min'],
])('a rule that waits %s does not read "0 min"', (_, entered, text) => {
  expect(delayText(entered, 'en').replace(/\s/g, ' ')).toBe(text);
});
