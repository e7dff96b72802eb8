import { afterEach, expect, it, vi } from 'vitest';
import { createI18n, currentLanguage } from './i18n.ts';

interface Visitor {
  readonly search?: string;
  readonly cookie?: string;
  readonly local?: string;
  readonly session?: string;
  readonly navigator?: readonly string[];
  readonly page?: string;
}

function storageWith(language: string | undefined): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const entries = new Map(language === undefined ? [] : [['i18nextLng', language]]);
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** Creates i18n in a fake browser with these settings. */
function visit({ search = '', cookie = '', local, session, navigator = [], page = '' }: Visitor) {
  const localStorage = storageWith(local);
  const sessionStorage = storageWith(session);
  const documentElement = { lang: page, getAttribute: () => page };
  vi.stubGlobal('document', { cookie, documentElement });
  vi.stubGlobal('window', { location: { search }, localStorage, sessionStorage });
  vi.stubGlobal('navigator', { languages: navigator });
  return { i18n: createI18n(), localStorage, documentElement };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

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
    expect(currentLanguage(visit(visitor).i18n)).toBe(language);
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
  expect(currentLanguage(visit(visitor).i18n)).toBe(language);
});

it.each([
  ['de-CH', 'de'],
  ['fr_CA', 'fr'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['nb-NO', 'nb'],
])('[LANG-2] the language is detected without its region: %s becomes %s', (tag, language) => {
  expect(currentLanguage(visit({ navigator: [tag] }).i18n)).toBe(language);
});

it('[LANG-2] a language that the user chooses is stored in local storage', async () => {
  const { i18n, localStorage } = visit({ navigator: ['en'] });
  await i18n.changeLanguage('hu');
  expect(localStorage.getItem('i18nextLng')).toBe('hu');
});

it('a language that the user chooses is set as the lang attribute of the page', async () => {
  const { i18n, documentElement } = visit({ navigator: ['nn'] });
  expect(documentElement.lang).toBe('nb');
  await i18n.changeLanguage('de');
  expect(documentElement.lang).toBe('de');
});

it.each([{ search: '?lng=cimode' }, { local: 'cimode' }, { search: '?lng=CIMODE' }])(
  '[LANG-2] the test language of i18next, which shows keys instead of texts, is not available: %j',
  (visitor) => {
    const { i18n } = visit({ ...visitor, navigator: ['de'] });
    expect(currentLanguage(i18n)).toBe('de');
    expect(i18n.t('logout')).toBe('Abmelden');
  },
);
