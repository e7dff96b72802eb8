import { expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import { createPageLanguage } from './page-language.ts';

interface Visitor {
  readonly search?: string;
  readonly cookie?: string;
  readonly local?: string;
  readonly session?: string;
  readonly navigator?: readonly string[];
  readonly page?: string;
}

function storageWith(language: string | undefined): Storage {
  const storage = memoryStorage();
  if (language !== undefined) storage.setItem('i18nextLng', language);
  return storage;
}

/** Opens the page in a fake browser with these settings. */
function visit({ search = '', cookie = '', local, session, navigator = [], page = '' }: Visitor) {
  const localStorage = storageWith(local);
  const pageLanguage = createPageLanguage({
    location: { search },
    localStorage,
    sessionStorage: storageWith(session),
    navigator: { languages: navigator },
    document: { cookie, documentElement: { lang: page } },
  });
  return { pageLanguage, localStorage };
}

const sources: readonly [where: string, visitor: Visitor, language: string][] = [
  ['from the query parameter lng', { search: '?lng=da' }, 'da'],
  ['from the cookie i18next', { cookie: 'i18next=de' }, 'de'],
  ['from local storage', { local: 'fr' }, 'fr'],
  ['from session storage', { session: 'hu' }, 'hu'],
  ['from the settings of the browser', { navigator: ['nl'] }, 'nl'],
  ['from the lang attribute of the page', { page: 'sv' }, 'sv'],
];

it.each(sources)(
  '[LANG-2] the language is detected %s, before the sources that follow in the order of LANG-2',
  (where, _, language) => {
    const following = sources.slice(sources.findIndex(([each]) => each === where));
    const visitor = following.reduce<Visitor>((all, [, part]) => ({ ...all, ...part }), {});
    expect(visit(visitor).pageLanguage.current()).toBe(language);
  },
);

it.each<[where: string, visitor: Visitor, language: string]>([
  ['as English without a supported language', { navigator: ['pt-BR', 'it'] }, 'en'],
  ['as English without any source', {}, 'en'],
  [
    'from the next source if a source names no supported language',
    { search: '?lng=xx', cookie: 'i18next=pt', navigator: ['it', 'hu'] },
    'hu',
  ],
])('[LANG-2] the language is detected %s', (_, visitor, language) => {
  expect(visit(visitor).pageLanguage.current()).toBe(language);
});

it.each([
  ['de-CH', 'de'],
  ['fr_CA', 'fr'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['nb-NO', 'nb'],
])('[LANG-2] the language is detected without its region: %s becomes %s', (tag, language) => {
  expect(visit({ navigator: [tag] }).pageLanguage.current()).toBe(language);
});

it('[LANG-2] a language that the user chooses is stored in local storage', () => {
  const { pageLanguage, localStorage } = visit({ navigator: ['en'] });
  pageLanguage.choose('hu');
  expect(localStorage.getItem('i18nextLng')).toBe('hu');
});

it.each([{ search: '?lng=cimode' }, { local: 'cimode' }, { search: '?lng=CIMODE' }])(
  '[LANG-2] a value that is not one of the eight languages counts as not set, also `cimode`: %j',
  (visitor) => {
    expect(visit({ ...visitor, navigator: ['de'] }).pageLanguage.current()).toBe('de');
  },
);

it('[LANG-2] a cookie is found among others, and a cookie with a similar name is not used', () => {
  expect(visit({ cookie: 'a=1; i18next=de; b=2' }).pageLanguage.current()).toBe('de');
  expect(visit({ cookie: 'a=1; my-i18next=de' }).pageLanguage.current()).toBe('en');
});

it('the page is told of a language that the user chooses, until it unsubscribes', () => {
  const { pageLanguage } = visit({});
  const listener = vi.fn();
  const unsubscribe = pageLanguage.subscribe(listener);
  pageLanguage.choose('sv');
  expect([pageLanguage.current(), listener.mock.calls.length]).toEqual(['sv', 1]);
  unsubscribe();
  pageLanguage.choose('fr');
  expect(listener).toHaveBeenCalledOnce();
});
