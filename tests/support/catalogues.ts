/** The texts of all languages, for tests. The page loads the texts of one language when it needs them. */
import type { LanguageCode } from '../../src/domain/language.ts';
import type { Catalogue } from '../../src/web/language/catalogues.ts';
import da from '../../src/web/language/da/page.json' with { type: 'json' };
import de from '../../src/web/language/de/page.json' with { type: 'json' };
import en from '../../src/web/language/en/page.json' with { type: 'json' };
import fr from '../../src/web/language/fr/page.json' with { type: 'json' };
import hu from '../../src/web/language/hu/page.json' with { type: 'json' };
import nb from '../../src/web/language/nb/page.json' with { type: 'json' };
import nl from '../../src/web/language/nl/page.json' with { type: 'json' };
import sv from '../../src/web/language/sv/page.json' with { type: 'json' };

export const catalogues: Readonly<Record<LanguageCode, Catalogue>> = { da, de, en, fr, hu, nb, nl, sv };
