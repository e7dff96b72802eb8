/**
 * The texts of the languages, each in a file that the page imports when it needs it. The English catalogue defines the
 * type: a missing key does not compile.
 */
import type { LanguageCode } from '../../domain/language.ts';
import { loadRepeatedly } from '../api/load-repeatedly.ts';

const importEnglish = () => import('./catalogues/en.json', { with: { type: 'json' } });

export type Catalogue = Awaited<ReturnType<typeof importEnglish>>['default'];

const imports: Readonly<Record<LanguageCode, () => Promise<{ readonly default: Catalogue }>>> = {
  da: () => import('./catalogues/da.json', { with: { type: 'json' } }),
  de: () => import('./catalogues/de.json', { with: { type: 'json' } }),
  en: importEnglish,
  fr: () => import('./catalogues/fr.json', { with: { type: 'json' } }),
  hu: () => import('./catalogues/hu.json', { with: { type: 'json' } }),
  nb: () => import('./catalogues/nb.json', { with: { type: 'json' } }),
  nl: () => import('./catalogues/nl.json', { with: { type: 'json' } }),
  sv: () => import('./catalogues/sv.json', { with: { type: 'json' } }),
};

export async function loadCatalogue(language: LanguageCode): Promise<Catalogue> {
  return (await loadRepeatedly(`The texts of the language ${language}`, imports[language])).default;
}
