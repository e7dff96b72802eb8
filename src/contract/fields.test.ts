import { expect, test } from 'vitest';
import { DisplayName, Username } from './fields.ts';

test.each(['nora', 'nora.lind@example.org', 'Zoë', 'Zoe\u0308', 'Анна2', 'Ελένη', 'नोरा', 'نورا', '小野'])(
  'an administrator can create an account with the username %s',
  (name) => {
    expect(Username.safeParse(name).success).toBe(true);
  },
);

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
  ['a Cyrillic letter among Latin ones', 'adm\u0435'],
  ['a Greek letter among Latin ones', 'n\u03BFra'],
  ['a full-width letter', '\uFF41dm2'],
  ['a ligature', '\uFB01ona'],
  ['more than 100 characters', 'n'.repeat(101)],
])('an account is refused for a username with %s', (_what, name) => {
  expect(Username.safeParse(name).success).toBe(false);
});

test.each(['Room\u200B 4', 'Room 4\u200F', 'Room\u0007', 'Room \u202E4'])(
  'a place, person or key with the name %j is refused',
  (name) => {
    expect(DisplayName.safeParse(name).success).toBe(false);
  },
);
