import { expect, it, vi } from 'vitest';
import { catalogues } from '../../../tests/support/catalogues.ts';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import { languages, type LanguageCode } from '../../domain/language.ts';
import type { Catalogue } from './catalogues.ts';
import { createPageLanguage } from './page-language.ts';
import { loadPageTexts } from './page-texts.ts';

/** Opens a Norwegian page. The texts of the languages in `arrived` load at once, all others when the test says so. */
async function openPage({ arrived }: { readonly arrived: readonly LanguageCode[] }) {
  const requested: LanguageCode[] = [];
  const waiting = new Map<LanguageCode, (catalogue: Catalogue) => void>();
  const load = (code: LanguageCode) => {
    requested.push(code);
    if (arrived.includes(code)) return Promise.resolve(catalogues[code]);
    return new Promise<Catalogue>((resolve) => waiting.set(code, resolve));
  };
  const documentElement = { lang: '' };
  const language = createPageLanguage({
    location: { search: '' },
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    navigator: { languages: ['nn'] },
    document: { cookie: '', documentElement },
  });
  const texts = await loadPageTexts(language, { load, documentElement });
  const arrive = (code: LanguageCode) => waiting.get(code)?.(catalogues[code]);
  const logout = () => texts.get().t('logout');
  return { language, texts, documentElement, requested, arrive, logout };
}

it('[LANG-3] after all texts are loaded, a switch of the language loads nothing', async () => {
  const codes = languages.map(({ code }) => code);
  const { language, texts, documentElement, requested, logout } = await openPage({ arrived: codes });
  await texts.loadAll();
  expect(requested.toSorted()).toEqual(codes.toSorted());
  language.choose('de');
  await vi.waitFor(() => expect([logout(), documentElement.lang]).toEqual([catalogues.de.logout, 'de']));
  expect(requested).toHaveLength(languages.length);
});

it('when another language is chosen, the page keeps its texts and its lang attribute until the new texts are loaded', async () => {
  const { language, texts, documentElement, arrive, logout } = await openPage({ arrived: ['nb'] });
  const listener = vi.fn();
  const unsubscribe = texts.subscribe(listener);
  language.choose('fr');
  expect([language.get(), logout(), documentElement.lang]).toEqual(['fr', catalogues.nb.logout, 'nb']);
  arrive('fr');
  await vi.waitFor(() => expect([logout(), documentElement.lang]).toEqual([catalogues.fr.logout, 'fr']));
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  language.choose('nb');
  await vi.waitFor(() => expect(documentElement.lang).toBe('nb'));
  expect(listener).toHaveBeenCalledOnce();
});
