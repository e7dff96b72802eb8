import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fallbackLanguage, languages, type LanguageCode } from '../../domain/language.ts';
import { roomStatuses, type StatusPriority } from '../../domain/room-status.ts';
import { createCatalogueTexts, placeholdersOf, pluralSuffix } from '../../../tests/support/catalogue-texts.ts';
import { catalogues } from '../../../tests/support/catalogues.ts';

const en = catalogues.en;

/** The keys of texts that are correctly the same as in English, by language. */
const sameAsEnglish: Readonly<Record<LanguageCode, readonly string[]>> = {
  da: ['connection.live', 'footer.version', 'room.type', 'source.radar', 'stream_type.radar'],
  de: ['connection.live', 'footer.version', 'room.name', 'stream_type.radar'],
  en: [],
  fr: ['footer.version', 'room.type', 'source.radar', 'stream_type.radar'],
  hu: ['source.radar', 'stream_type.radar'],
  nb: ['room.type', 'source.radar', 'stream_type.radar'],
  nl: [
    'connection.live',
    'room.type',
    'status.in_bed',
    'source.camera',
    'source.radar',
    'stream_type.camera',
    'stream_type.radar',
  ],
  sv: ['connection.live', 'footer.version', 'source.radar', 'stream_type.radar'],
};

/** No translation may contain typed quotes, three typed dots or the word "stream" for a room. */
const wrongInTranslations = /["']|\.\.\.|stream/i;

/** What the texts of a language must not contain, mostly a second word for a thing that already has a word. */
const wrongTexts: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /["']|\bsign(ed|ing)?[ -](in|out)\b|\blost since\b/i,
  // The French word for the network is "connexion", so the words for logging in must be different. High punctuation
  // needs a narrow no-break space.
  fr: /se connecter|déconnect|(?<!\u202f)[:;?!](?![^{]*\}\})/i,
  // The Dutch texts address the reader as "je".
  nl: /\b(u|uw)\b|aanmeld/i,
};

const { textsOf, englishOf, expectedKeys } = createCatalogueTexts(catalogues);

describe.each(languages)('the catalogue in $name', ({ code }) => {
  const texts = textsOf(code);

  it('[LANG-3] a catalogue has every key, no other key, and every plural form', () => {
    expect([...texts.keys()].toSorted()).toEqual(expectedKeys(code));
  });

  it('[LANG-3] a catalogue has no empty text and no blanks around a text', () => {
    expect([...texts].filter(([, text]) => text === '' || text.trim() !== text)).toEqual([]);
  });

  it('a translated text has the same placeholders as the English text', () => {
    const found = [...texts].map(([key, text]) => [key, placeholdersOf(text)]);
    expect(found).toEqual([...texts.keys()].map((key) => [key, placeholdersOf(englishOf(key))]));
  });

  it('a catalogue has no text that was left in English', () => {
    const same = [...texts].filter(([key, text]) => text === englishOf(key)).map(([key]) => key);
    const expected = code === fallbackLanguage ? [...texts.keys()] : sameAsEnglish[code];
    expect(same.toSorted()).toEqual([...expected].toSorted());
  });

  it('a translated text ends with a full stop or with dots exactly where the English text does', () => {
    const end = /[.!?]$/;
    for (const [key, text] of texts) {
      const isUnfinished = englishOf(key).endsWith('...');
      expect(/(\.\.\.|…)$/.test(text), key).toBe(isUnfinished);
      if (!isUnfinished) expect(end.test(text), key).toBe(end.test(englishOf(key)));
    }
  });

  it('a catalogue contains none of the words, quotes, dots and spaces that are wrong in its language', () => {
    const wrong = [wrongTexts[code], code === fallbackLanguage ? undefined : wrongInTranslations];
    expect([...texts].filter(([, text]) => wrong.some((pattern) => pattern?.test(text)))).toEqual([]);
  });

  it('the text on the button of an alert has at most 18 characters and no word of more than 12, so that it fits a phone', () => {
    const { acknowledge, attend, resolve, sending, unsent, offline } = catalogues[code].alerts;
    const labels = [acknowledge, attend, resolve, sending, unsent, offline];
    expect(labels.filter((text) => text.length > 18 || /\S{13}/.test(text))).toEqual([]);
  });

  it('[LOGIN-3] the login phrase is in lower case, because the name of the provider follows it', () => {
    expect(texts.get('login')).toBe(texts.get('login')?.toLocaleLowerCase(code));
  });
});

describe.each(languages)('the status names in $name', ({ code }) => {
  const { status, alerts, connection, room_options: options } = catalogues[code];
  const names: readonly (readonly [name: string, priority: StatusPriority])[] = [
    ...roomStatuses.map(({ name, priority }) => [status[name], priority] as const),
    [status.unknown, 'technical'],
  ];

  it('the status names of a language are all different', () => {
    expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
  });

  it('status names of a language share their first word only if they have the same priority', () => {
    const priorities = new Map<string, StatusPriority>();
    for (const [name, priority] of names) {
      const first = name.toLocaleLowerCase(code).split(/[ :]/)[0] ?? '';
      expect(priorities.get(first) ?? priority, name).toBe(priority);
      priorities.set(first, priority);
    }
  });

  it('no text that stands where an urgent status stands begins with its first word, so that one glance tells them apart', () => {
    const firstOf = (text: string) => text.toLocaleLowerCase(code).split(/[ :.]/)[0];
    const urgent = names.filter(([, priority]) => priority === 'high' || priority === 'medium');
    const { lost_since: lost, lost_long: lostLong, no_rooms: noRooms, polled_long: polled } = connection;
    const others = [alerts.none, alerts.offline, options.paused, lost, lostLong, noRooms, polled];
    const firstWords = new Set(urgent.map(([name]) => firstOf(name)));
    expect(others.filter((text) => firstWords.has(firstOf(text)))).toEqual([]);
  });

  it('the name of a status of high priority has at most 15 characters, so that it fits a card in large letters beside its sign', () => {
    const urgent = names.filter(([, priority]) => priority === 'high').map(([name]) => name);
    expect(urgent.filter((name) => name.length > 15)).toEqual([]);
  });

  it('a fall has the same text under both of its status names', () => {
    expect(status.fall_detected).toBe(status.man_down);
  });
});

it('every text of the English catalogue is used by the web app, except the labels that the specification lists', () => {
  const folder = join(import.meta.dirname, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.includes('.test.'));
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const specified = ['cancel', 'submit', 'on', 'off'];
  const unused = [...textsOf(fallbackLanguage).keys()].filter((key) => {
    const [group = '', name = ''] = key.replace(pluralSuffix, '').split('.');
    const uses = name === '' ? [`t('${group}'`] : [`'${group}.${name}'`, `\`${group}.\${`, `}.${name}\``];
    return !uses.some((use) => source.includes(use));
  });
  expect(unused).toEqual(specified);
});

it('[LIST-2] [LIST-5] [LIST-7] [WARD-1] the English loading texts are those of the specification letter for letter', () => {
  expect([en.clients.loading, en.locations.loading, en.wards.loading, en.streams.loading]).toEqual([
    'Loading customers...',
    'Loading locations...',
    'Loading wards...',
    'Loading streams...',
  ]);
});

it('[LAYOUT-5] the English labels are those of the specification letter for letter', () => {
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
