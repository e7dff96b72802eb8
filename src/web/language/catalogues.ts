/** The texts of all languages. The English catalogue defines the type: a missing key does not compile. */
import type { LanguageCode } from '../../domain/language.ts';
import da from './catalogues/da.json' with { type: 'json' };
import de from './catalogues/de.json' with { type: 'json' };
import en from './catalogues/en.json' with { type: 'json' };
import fr from './catalogues/fr.json' with { type: 'json' };
import hu from './catalogues/hu.json' with { type: 'json' };
import nb from './catalogues/nb.json' with { type: 'json' };
import nl from './catalogues/nl.json' with { type: 'json' };
import sv from './catalogues/sv.json' with { type: 'json' };

export type Catalogue = typeof en;

export const catalogues: Readonly<Record<LanguageCode, Catalogue>> = { da, de, en, fr, hu, nb, nl, sv };
