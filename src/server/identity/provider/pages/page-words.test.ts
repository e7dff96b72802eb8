import { describe, expect, test } from 'vitest';
import { languages, type LanguageCode } from '../../../../domain/language.ts';
import { pageWords } from './page-words.ts';

/** Returns every text by its path, such as `roles.manager`. */
function textsOf(value: object, prefix = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? textsOf(text, `${prefix}${key}.`)
      : [[`${prefix}${key}`, text] as const],
  );
}

const english = textsOf(pageWords.en);
const placeholders = (text: unknown) => String(text).match(/\{\{\w+\}\}/g) ?? [];

/**
 * Terms that the provider's pages must not use, because the web app uses other words: "log in" in English, "je" in
 * Dutch, "identification" in French.
 */
const wrongWords: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /\bsign(ed|ing)?[ -](in|out)\b/i,
  fr: /connect|connexion/i,
  nl: /\b(u|uw)\b|aanmeld/i,
};

describe.each(languages.map(({ code }) => code))('[LANG-1] the texts of the provider in %s', (code) => {
  const texts = new Map(textsOf(pageWords[code]));

  test('the texts of the sign-in pages in each language are complete, translated and have the placeholders of English', () => {
    expect([...texts.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
    for (const [key, text] of english) {
      expect(texts.get(key)).toMatch(/\S/);
      expect(placeholders(texts.get(key)), key).toEqual(placeholders(text));
    }
    const same = english.filter(([key, text]) => texts.get(key) === text).map(([key]) => key);
    expect(code === 'en' ? [] : same).toEqual([]);
  });

  test('the texts of the sign-in pages contain none of the words that the web app avoids', () => {
    const wrong = wrongWords[code];
    expect([...texts].filter(([, text]) => wrong?.test(String(text)) === true)).toEqual([]);
  });
});
