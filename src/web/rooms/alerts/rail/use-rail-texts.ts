/** The texts of the rail that are not needed at first. They are loaded with the rail. */
import type { LanguageCode } from '../../../../domain/language.ts';
import type { Translate } from '../../../language/translate.ts';
import { useCatalogue } from '../../../language/use-catalogue.ts';
import da from './texts/da.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import hu from './texts/hu.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };
import sv from './texts/sv.json' with { type: 'json' };

/** The English catalogue defines the type: a missing key does not compile. */
export const railCatalogues: Readonly<Record<LanguageCode, typeof en>> = { da, de, en, fr, hu, nb, nl, sv };

export function useRailTexts(): Translate<typeof en> {
  return useCatalogue(railCatalogues).t;
}
