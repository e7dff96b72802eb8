/** The words of every language. English is the type of the rest. */
import en from './catalogues/en.json' with { type: 'json' };

export type Catalogue = typeof en;

export const catalogues = { en: { translation: en } };
