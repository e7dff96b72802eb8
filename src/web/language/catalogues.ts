/**
 * Loads the texts of all pages. Each language has one file per feature, which a page imports when it needs it. The
 * English files define the type, and a test finds missing keys.
 */
import type { LanguageCode } from '../../domain/language.ts';
import { loadRepeatedly } from '../shared/load-repeatedly.ts';
import type en from './en/page.json';
import { textsOfLanguage } from './texts-of-language.ts';

export type Catalogue = typeof en;

const files = import.meta.glob<Catalogue>('./*/page.json', { import: 'default' });

export async function loadCatalogue(language: LanguageCode): Promise<Catalogue> {
  return loadRepeatedly(`The texts of the language ${language}`, textsOfLanguage(files, language));
}
