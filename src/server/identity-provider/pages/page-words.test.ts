import { describe, expect, test } from 'vitest';
import { languages } from '../../../domain/language.ts';
import { fillPlaceholders, pageWords, formatWait } from './page-words.ts';

/** `roles.manager`: every word by its path. */
function wordsOf(value: object, prefix = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([key, word]: [string, unknown]) =>
    typeof word === 'object' && word !== null
      ? wordsOf(word, `${prefix}${key}.`)
      : [[`${prefix}${key}`, word] as const],
  );
}

const english = wordsOf(pageWords.en);
const placeholders = (text: unknown) => String(text).match(/\{\{\w+\}\}/g) ?? [];

describe.each(languages.map(({ code }) => code))('[LANG-1] in %s', (code) => {
  const words = new Map(wordsOf(pageWords[code]));

  test('the sign-in form has every word, with what has to be put into it', () => {
    expect([...words.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
    for (const [key, word] of english) {
      expect(words.get(key)).toMatch(/\S/);
      expect(placeholders(words.get(key)), key).toEqual(placeholders(word));
    }
  });

  test('the words are not English ones', () => {
    const same = english.filter(([key, word]) => words.get(key) === word).map(([key]) => key);
    // Danish, Norwegian and English share this one.
    expect(code === 'en' ? [] : same.filter((key) => key !== 'roles.administrator')).toEqual([]);
  });

  test('the wait reads as a whole sentence', () => {
    const sentence = fillPlaceholders(pageWords[code].tooMany, { wait: formatWait(30_000, code) });
    expect(sentence).toMatch(/30[\s\u00a0]\p{Letter}+/u);
    expect(sentence).not.toContain('{{');
  });
});

test('a wait is rounded up', () => {
  expect(formatWait(1, 'en')).toBe('1 second');
  expect(formatWait(59_001, 'en')).toBe('1 minute');
  expect(formatWait(60_001, 'de')).toBe('2 Minuten');
});
