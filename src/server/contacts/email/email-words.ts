/** The texts of e-mails in all languages. The English texts define the type, so a missing translation does not compile. */
import type { LanguageCode } from '../../../domain/language.ts';
import da from './words/da.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import hu from './words/hu.json' with { type: 'json' };
import nb from './words/nb.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import sv from './words/sv.json' with { type: 'json' };

export const emailWords: Readonly<Record<LanguageCode, typeof en>> = { da, de, en, fr, hu, nb, nl, sv };
