import { describe, expect, test } from 'vitest';
import { languages, type LanguageCode } from '../../../domain/language.ts';
import { fillPlaceholders, pageWords, formatWait } from './page-words.ts';

/** `roles.manager`: every text by its path. */
function textsOf(value: object, prefix = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? textsOf(text, `${prefix}${key}.`)
      : [[`${prefix}${key}`, text] as const],
  );
}

const english = textsOf(pageWords.en);
const placeholders = (text: unknown) => String(text).match(/\{\{\w+\}\}/g) ?? [];

/** Terms that the web app avoids too. It says "log in" in English, "je" in Dutch and "identification" in French. */
const wrongWords: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /\bsign(ed|ing)?[ -](in|out)\b/i,
  fr: /connect|connexion/i,
  nl: /\b(u|uw)\b|aanmeld/i,
};

describe.each(languages.map(({ code }) => code))('[LANG-1] the texts of the provider in %s', (code) => {
  const texts = new Map(textsOf(pageWords[code]));

  test('are complete, translated and have the placeholders of English', () => {
    expect([...texts.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
    for (const [key, text] of english) {
      expect(texts.get(key)).toMatch(/\S/);
      expect(placeholders(texts.get(key)), key).toEqual(placeholders(text));
    }
    const same = english.filter(([key, text]) => texts.get(key) === text).map(([key]) => key);
    // "Administrator" is the same word in Danish and Norwegian.
    expect(code === 'en' ? [] : same.filter((key) => key !== 'roles.administrator')).toEqual([]);
  });

  test('contain none of the words that the web app avoids', () => {
    const wrong = wrongWords[code];
    expect([...texts].filter(([, text]) => wrong?.test(String(text)) === true)).toEqual([]);
  });

  test.each(['tooMany', 'busy'] as const)(
    'give the waiting time of a refused log in as part of a sentence: %s',
    (key) => {
      const sentence = fillPlaceholders(pageWords[code][key], { wait: formatWait(30_000, code) });
      expect(sentence).toMatch(/30[\s\u00a0]\p{Letter}+/u);
      expect(sentence).not.toContain('{{');
    },
  );
});

test('a waiting time is rounded up to whole seconds or minutes', () => {
  expect(formatWait(1, 'en')).toBe('1 second');
  expect(formatWait(59_001, 'en')).toBe('1 minute');
  expect(formatWait(60_001, 'de')).toBe('2 Minuten');
});
