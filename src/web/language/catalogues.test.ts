import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fallbackLanguage, languages } from '../../domain/language.ts';
import { roomStatuses, type StatusPriority } from '../../domain/room-status.ts';
import { createCatalogueTexts, pluralSuffix } from '../../../tests/support/catalogue-texts.ts';
import { catalogues } from '../../../tests/support/catalogues.ts';

const en = catalogues.en;

const { textsOf, englishOf } = createCatalogueTexts(catalogues);

describe.each(languages)('the catalogue in $name', ({ code }) => {
  const texts = textsOf(code);

  it('a translated text ends with a full stop or with dots exactly where the English text does', () => {
    const end = /[.!?]$/;
    for (const [key, text] of texts) {
      const isUnfinished = englishOf(key).endsWith('...');
      expect(/(\.\.\.|…)$/.test(text), key).toBe(isUnfinished);
      if (!isUnfinished) expect(end.test(text), key).toBe(end.test(englishOf(key)));
    }
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

  it('no two statuses have the same name in a language', () => {
    expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
  });

  it('statuses whose names begin with the same word in a language have the same priority', () => {
    const priorities = new Map<string, StatusPriority>();
    for (const [name, priority] of names) {
      const first = name.toLocaleLowerCase(code).split(/[ :]/)[0] ?? '';
      expect(priorities.get(first) ?? priority, name).toBe(priority);
      priorities.set(first, priority);
    }
  });

  it('no message of a board begins with the first word of an urgent status, so that staff cannot confuse them', () => {
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

it('every text of the English catalogue is used by the web app, except labels that the specification lists', () => {
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
