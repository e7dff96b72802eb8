import { fallbackLanguage, type LanguageCode } from '../../src/domain/language.ts';

export const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The texts of each language by their keys: `{ room: { name: 'Name' } }` has the key `room.name`. */
export function createCatalogueTexts(catalogues: Readonly<Record<LanguageCode, object>>) {
  const textsOf = (code: LanguageCode): ReadonlyMap<string, string> => new Map(entriesOf(catalogues[code]));
  const english = textsOf(fallbackLanguage);
  return {
    textsOf,
    /** Returns the English text of a key. A plural form that English does not have maps to `_other`. */
    englishOf: (key: string): string => english.get(key) ?? english.get(key.replace(pluralSuffix, '_other')) ?? '',
    /** Returns the keys that a catalogue must have: the English keys, with every plural form of the language. */
    expectedKeys(code: LanguageCode): readonly string[] {
      const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
      const keys = [...english.keys()].flatMap((key) =>
        pluralSuffix.test(key) ? forms.map((form) => key.replace(pluralSuffix, `_${form}`)) : [key],
      );
      return [...new Set(keys)].toSorted();
    },
  };
}

/** Returns the texts below a node by key. A value that is neither a text nor a group counts as an empty text. */
function entriesOf(node: object, prefix = ''): (readonly [key: string, text: string])[] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return entriesOf(value, `${prefix}${key}.`);
    return [[`${prefix}${key}`, typeof value === 'string' ? value : ''] as const];
  });
}

/** Returns the placeholders of a text, such as `{{name}}`. */
export function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? '').toSorted();
}
