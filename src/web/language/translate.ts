/** Finds the text of a key in a catalogue. */
import type { LanguageCode } from '../../domain/language.ts';
import type { Catalogue } from './catalogues.ts';

/** Removes the plural form from a key: a text with a number has one key for each form, such as `unreachable_one`. */
type WithoutPluralForm<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Base
  : Key;

type KeysOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? WithoutPluralForm<Key> : `${Key}.${KeysOf<Node[Key]>}`;
}[keyof Node & string];

/** The values of the placeholders, such as `{{name}}`. `count` also selects the plural form. */
type Values = Readonly<Record<string, string>> | { readonly count: number };

/** Returns the text of a key, which is its path in the catalogue, such as `streams.loading`. */
export type Translate<Texts = Catalogue> = (key: KeysOf<Texts>, values?: Values) => string;

/** Creates the translate function of a catalogue. The administration has a catalogue of its own in the same format. */
export function createTranslate<Texts extends object>(language: LanguageCode, catalogue: Texts): Translate<Texts> {
  const texts = new Map(textsOf(catalogue));
  const plurals = new Intl.PluralRules(language);
  return (key, values) => {
    if (values === undefined) return texts.get(key) ?? key;
    const form = typeof values.count === 'number' ? `_${plurals.select(values.count)}` : '';
    const filled = new Map<string, unknown>(Object.entries(values));
    return (texts.get(key + form) ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      isolate(String(filled.get(name))),
    );
  };
}

/** Isolates a value, so that right-to-left text in it does not change the order of the words around it. */
function isolate(value: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(value) ? `\u2068${value}\u2069` : value;
}

function textsOf(node: object, path = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[path + name, value]];
    return typeof value === 'object' && value !== null ? textsOf(value, `${path}${name}.`) : [];
  });
}
