import { expect, it } from 'vitest';
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
  '[LANG-2] the language is detected %s, even if sources that are later in the order of LANG-2 name another language',
  (where, _, language) => {
    const following = sources.slice(sources.findIndex(([each]) => each === where));
    const visitor = following.reduce<Visitor>((all, [, part]) => ({ ...all, ...part }), {});
    expect(visit(visitor).pageLanguage.get()).toBe(language);
  },
);

it.each<[where: string, visitor: Visitor, language: string]>([
  ['as English without a supported language', { navigator: ['pt-BR', 'it'] }, 'en'],
  ['as English without any source', {}, 'en'],
  [
    'from the next source if one names none',
    { search: '?lng=xx', cookie: 'i18next=pt', navigator: ['it', 'hu'] },
    'hu',
  ],
  ['without its region', { navigator: ['de-CH'] }, 'de'],
  ['from the browser instead of `cimode` in the address', { search: '?lng=CIMODE', navigator: ['de'] }, 'de'],
  ['from the browser instead of a stored `cimode`', { local: 'cimode', navigator: ['de'] }, 'de'],
  ['from a cookie among others', { cookie: 'a=1; i18next=de; b=2' }, 'de'],
  ['not from a cookie with a similar name', { cookie: 'a=1; my-i18next=de' }, 'en'],
])('[LANG-2] the language is detected %s', (_, visitor, language) => {
  expect(visit(visitor).pageLanguage.get()).toBe(language);
});

it('[LANG-2] a language that the user chooses is stored in local storage', () => {
  const { pageLanguage, localStorage } = visit({ navigator: ['en'] });
  pageLanguage.choose('hu');
  expect(localStorage.getItem('i18nextLng')).toBe('hu');
});
