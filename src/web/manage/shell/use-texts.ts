/** The texts of the administration. They are loaded with its pages, so that boards do not load them. */
import type { LanguageCode } from '../../../domain/language.ts';
import type { Translate } from '../../language/translate.ts';
import { useCatalogue } from '../../language/use-catalogue.ts';
import da from '../texts/da.json' with { type: 'json' };
import de from '../texts/de.json' with { type: 'json' };
import en from '../texts/en.json' with { type: 'json' };
import fr from '../texts/fr.json' with { type: 'json' };
import hu from '../texts/hu.json' with { type: 'json' };
import nb from '../texts/nb.json' with { type: 'json' };
import nl from '../texts/nl.json' with { type: 'json' };
import sv from '../texts/sv.json' with { type: 'json' };

export type ManageTexts = typeof en;
export type ManageTranslate = Translate<ManageTexts>;

/** The English catalogue defines the type: a missing key does not compile. */
export const manageCatalogues: Readonly<Record<LanguageCode, ManageTexts>> = { da, de, en, fr, hu, nb, nl, sv };

/** Like `useTranslation`, for the texts of the administration. */
export function useTexts() {
  return useCatalogue(manageCatalogues);
}
