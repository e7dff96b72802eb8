import { describe, expect, it } from 'vitest';
import { fallbackLanguage, languages, type LanguageCode } from '../../domain/language.ts';
import { roomStatuses } from '../../domain/room-status.ts';
import { catalogues } from './catalogues.ts';

const en = catalogues.en.translation;

/** Words that are the same in the language as in English, not words that nobody translated. */
const sameAsEnglish: Readonly<Record<LanguageCode, readonly string[]>> = {
  da: ['connection.live', 'footer.version', 'room.type', 'stream_type.radar'],
  de: ['connection.live', 'footer.version', 'room.name', 'stream_type.radar'],
  en: [],
  fr: ['clients.one', 'footer.version', 'room.type', 'stream_type.radar'],
  hu: ['stream_type.radar'],
  nb: ['room.type', 'stream_type.radar'],
  nl: ['connection.live', 'room.type', 'status.in_bed', 'stream_type.camera', 'stream_type.radar'],
  sv: ['connection.live', 'footer.version', 'stream_type.radar'],
};

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** `{ room: { name: 'Name' } }` -> `[['room.name', 'Name']]`; whatever is not text stays, to be refused. */
function entriesOf(node: object, prefix = ''): [key: string, text: unknown][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? entriesOf(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );
}

function textsOf(code: LanguageCode): Map<string, string> {
  const entries = entriesOf(catalogues[code].translation);
  return new Map(entries.map(([key, text]) => [key, typeof text === 'string' ? text : '']));
}

/** The English text that a key stands for: of a plural form English does not have, its `_other`. */
function englishOf(key: string): string {
  return english.get(key) ?? english.get(key.replace(pluralSuffix, '_other')) ?? '';
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? '').toSorted();
}

const english = textsOf(fallbackLanguage);

/** Keys of a language that has exactly English's words, with each counted one in all its forms. */
function expectedKeys(code: LanguageCode): string[] {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const keys = [...english.keys()].flatMap((key) =>
    pluralSuffix.test(key) ? forms.map((form) => key.replace(pluralSuffix, `_${form}`)) : [key],
  );
  return [...new Set(keys)].toSorted();
}

describe.each(languages)('the words in $name', ({ code }) => {
  const texts = textsOf(code);

  it('[LANG-3] are all there, no more and no fewer, each counted one in every plural form', () => {
    expect([...texts.keys()].toSorted()).toEqual(expectedKeys(code));
  });

  it('[LANG-3] are never empty and have no blanks around them', () => {
    expect([...texts].filter(([, text]) => text === '' || text.trim() !== text)).toEqual([]);
  });

  it('have the placeholders of the English text', () => {
    const found = [...texts].map(([key, text]) => [key, placeholdersOf(text)]);
    expect(found).toEqual([...texts.keys()].map((key) => [key, placeholdersOf(englishOf(key))]));
  });

  it('are translated', () => {
    const same = [...texts].filter(([key, text]) => text === englishOf(key)).map(([key]) => key);
    const expected = code === fallbackLanguage ? [...texts.keys()] : sameAsEnglish[code];
    expect(same.toSorted()).toEqual([...expected].toSorted());
  });

  it('tell every status apart', () => {
    const names = [...texts].filter(([key]) => key.startsWith('status.')).map(([, text]) => text);
    expect(new Set(names).size).toBe(names.length);
  });

  it('end a label without a full stop and an unfinished one with dots', () => {
    const end = /[.!?]$/;
    for (const [key, text] of texts) {
      const isUnfinished = englishOf(key).endsWith('...');
      expect(/(\.\.\.|…)$/.test(text), key).toBe(isUnfinished);
      if (!isUnfinished) expect(end.test(text), key).toBe(end.test(englishOf(key)));
    }
  });
});

it('no translation calls a room a stream', () => {
  const translations = languages.filter(({ code }) => code !== fallbackLanguage);
  const texts = translations.flatMap(({ code }) => [...textsOf(code).values()]);
  expect(texts.filter((text) => /stream/i.test(text))).toEqual([]);
});

describe('the English words', () => {
  it('[STATUS-4] name every status of the table, a detected fall and the unknown', () => {
    const names = [...roomStatuses.map((status) => status.name), 'fall_detected', 'unknown'];
    expect(Object.keys(en.status).toSorted()).toEqual(names.toSorted());
  });

  it('[LIST-2] [LIST-5] [LIST-7] [WARD-1] say what is loading, letter by letter', () => {
    expect([en.clients.loading, en.locations.loading, en.wards.loading, en.streams.loading]).toEqual([
      'Loading customers...',
      'Loading locations...',
      'Loading wards...',
      'Loading streams...',
    ]);
  });

  it('[LAYOUT-5] have the labels of the specification', () => {
    expect(en).toMatchObject({
      title: 'Room Status',
      home: 'Home',
      cancel: 'Cancel',
      submit: 'Submit',
      on: 'On',
      off: 'Off',
      login: 'log in with',
      logout: 'Log out',
    });
  });
});

describe('typography', () => {
  it('keeps a narrow no-break space before the high punctuation of French', () => {
    expect([...textsOf('fr').values()].filter((text) => /(?<!\u202f)[:;?!](?![^{]*\}\})/.test(text))).toEqual([]);
  });

  it.each(languages)('has apostrophes, quotes and dots as printers set them: $name', ({ code }) => {
    const typed = code === fallbackLanguage ? /["']/ : /["']|\.\.\./;
    expect([...textsOf(code).values()].filter((text) => typed.test(text))).toEqual([]);
  });
});

describe('the login phrase', () => {
  it.each(languages)('[LOGIN-3] is lowercase, to be followed by the provider: $name', ({ code }) => {
    const phrase = textsOf(code).get('login');
    expect(phrase).toBe(phrase?.toLocaleLowerCase(code));
  });
});
