/** The texts of the options of a room. They are loaded with the options, so that boards do not wait for them. */
import type { LanguageCode } from '../../../domain/language.ts';
import type { Translate } from '../../language/translate.ts';
import { useCatalogue } from '../../language/use-catalogue.ts';
import da from './texts/da.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import hu from './texts/hu.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };
import sv from './texts/sv.json' with { type: 'json' };

/** The English catalogue defines the type: a missing key does not compile. */
export const optionCatalogues: Readonly<Record<LanguageCode, typeof en>> = { da, de, en, fr, hu, nb, nl, sv };

export function useOptionTexts(): Translate<typeof en> {
  return useCatalogue(optionCatalogues).t;
}
