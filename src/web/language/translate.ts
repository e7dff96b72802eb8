/** Finds the text of a key in the catalogue of a language. */
import type { LanguageCode } from '../../domain/language.ts';
import { catalogues, type Catalogue } from './catalogues.ts';

/** A text that depends on a number has one key for each plural form of its language: `unreachable_one`. */
type WithoutPluralForm<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Base
  : Key;

type KeysOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? WithoutPluralForm<Key> : `${Key}.${KeysOf<Node[Key]>}`;
}[keyof Node & string];

/** The path of a text in the catalogue, such as `streams.loading`. */
type TextKey = KeysOf<Catalogue>;

/** The values of the placeholders, such as `{{name}}`. `count` also selects the plural form. */
type Values = Readonly<Record<string, string>> | { readonly count: number };

export type Translate = (key: TextKey, values?: Values) => string;

export function createTranslate(language: LanguageCode): Translate {
  const texts = new Map(textsOf(catalogues[language]));
  const plurals = new Intl.PluralRules(language);
  return (key, values) => {
    if (values === undefined) return texts.get(key) ?? key;
    const form = typeof values.count === 'number' ? `_${plurals.select(values.count)}` : '';
    const filled = new Map<string, unknown>(Object.entries(values));
    return (texts.get(key + form) ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(filled.get(name)));
  };
}

function textsOf(node: object, path = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[path + name, value]];
    return typeof value === 'object' && value !== null ? textsOf(value, `${path}${name}.`) : [];
  });
}
