import { expect, test } from 'vitest';
import { Username } from './fields.ts';

test.each(['nora', 'nora.lind@example.org', 'Zoë', 'नोरा', 'نورا', '小野'])('%s can be a username', (name) => {
  expect(Username.safeParse(name).success).toBe(true);
});

test.each([
  ['a space', 'nora lind'],
  ['a slash', 'nora/lind'],
  ['a control character', 'nora\u0007'],
  ['a character that reverses the direction', 'nora\u202Edni'],
  ['an isolate', 'nora\u2067'],
  ['a mark of the direction', 'nora\u200F'],
  ['a space without width', 'no\u200Bra'],
  ['a soft hyphen', 'no\u00ADra'],
  ['a Hangul filler', 'nora\u3164'],
  ['an empty Braille cell', 'nora\u2800'],
  ['a private character', 'nora\uE000'],
  ['more than 100 characters', 'n'.repeat(101)],
])('a username with %s is refused', (_what, name) => {
  expect(Username.safeParse(name).success).toBe(false);
});
