/** The texts of all languages. The page loads those of each language when it needs them. */
import type { LanguageCode } from '../../src/domain/language.ts';
import type { Catalogue } from '../../src/web/language/catalogues.ts';
import da from '../../src/web/language/catalogues/da.json' with { type: 'json' };
import de from '../../src/web/language/catalogues/de.json' with { type: 'json' };
import en from '../../src/web/language/catalogues/en.json' with { type: 'json' };
import fr from '../../src/web/language/catalogues/fr.json' with { type: 'json' };
import hu from '../../src/web/language/catalogues/hu.json' with { type: 'json' };
import nb from '../../src/web/language/catalogues/nb.json' with { type: 'json' };
import nl from '../../src/web/language/catalogues/nl.json' with { type: 'json' };
import sv from '../../src/web/language/catalogues/sv.json' with { type: 'json' };

export const catalogues: Readonly<Record<LanguageCode, Catalogue>> = { da, de, en, fr, hu, nb, nl, sv };
