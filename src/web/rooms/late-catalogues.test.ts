import { describe, expect, it } from 'vitest';
import { fallbackLanguage, languages, type LanguageCode } from '../../domain/language.ts';
import { railCatalogues } from './alerts/rail/use-rail-texts.ts';
import { optionCatalogues } from './options/use-option-texts.ts';
import { walkTestCatalogues } from './walk-test/use-walk-test-texts.ts';
import { watchCatalogues } from './watch/use-watch-texts.ts';

type Texts = Readonly<Record<string, string>>;

const parts: readonly [name: string, catalogues: Readonly<Record<LanguageCode, Texts>>][] = [
  ['the alerts', railCatalogues],
  ['the options of a room', optionCatalogues],
  ['the walk test', walkTestCatalogues],
  ['the watch', watchCatalogues],
];
const cases = parts.flatMap(([part, catalogues]) =>
  languages.map(({ code, name }) => [part, name, catalogues[code], catalogues[fallbackLanguage]] as const),
);
/** These words are the same in English and in Norwegian or Swedish. */
const sameWords = new Set(['{{count}} fall']);
const placeholdersOf = (text = '') => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

describe.each(cases)('the texts of %s in %s', (_part, _language, texts, english) => {
  it('a catalogue has every key and no other key, with the placeholders of the English text', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(texts)) {
      expect(placeholdersOf(text), key).toEqual(placeholdersOf(english[key]));
    }
  });

  it('no text was left in English, is empty or contains typed quotes', () => {
    const isLeft = ([key, text]: [string, string]) =>
      texts !== english && text === english[key] && !sameWords.has(text);
    expect(Object.entries(texts).filter(isLeft)).toEqual([]);
    expect(Object.values(texts).filter((text) => text.trim() === '' || /["']/.test(text))).toEqual([]);
  });
});
