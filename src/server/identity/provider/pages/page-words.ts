/**
 * The texts of the provider's pages in all languages. The English texts define the type, so a missing translation does
 * not compile.
 */
import type { LanguageCode } from '../../../../domain/language.ts';
import da from './words/da.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import hu from './words/hu.json' with { type: 'json' };
import nb from './words/nb.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import sv from './words/sv.json' with { type: 'json' };

export const pageWords: Readonly<Record<LanguageCode, typeof en>> = { da, de, en, fr, hu, nb, nl, sv };

/** Formats a duration as “30 seconds” or “2 minutes”, rounded up. */
export function formatWait(milliseconds: number, language: LanguageCode): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const [amount, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
