import { describe, expect, it } from 'vitest';
import { fallbackLanguage, languages, type LanguageCode } from '../../../domain/language.ts';
import { createCatalogueTexts, placeholdersOf } from '../../../../tests/support/catalogue-texts.ts';
import { manageCatalogues } from './use-texts.ts';

/** Words that a language must not use, because it has another word for the thing: see docs/translations.md. */
const wrongWords: Readonly<Record<LanguageCode, RegExp>> = {
  da: /\bstue|lokation|tavle|rapport|loginservice|\.\.\./i,
  de: /station|tafel|\bboard|administrator|\.\.\./i,
  en: /\bsign(ed|ing)?[ -](in|out)\b|\borganisation/i,
  // High punctuation needs a narrow no-break space.
  fr: /se connecter|déconnect|signalement|\bsite|tableau\b|(?<!\u202f)[:;?!](?![^{]*\}\})|\.\.\./i,
  hu: /szerver|adminisztr|osztály|tábl[aá](k|n|$)|azonosítókulcs|\.\.\./i,
  nb: /\bvars[el]|tavle|rapport|megler|tilgangsnøkkel|\.\.\./i,
  // The Dutch texts address the reader as “je”.
  nl: /\b(u|uw)\b|aanmeld|\bbord|toegangssleutel|\.\.\./i,
  sv: /tavl|rättighet|\.\.\./i,
};

const { textsOf, englishOf, expectedKeys } = createCatalogueTexts(manageCatalogues);

describe.each(languages)('the texts of the administration in $name', ({ code }) => {
  const texts = textsOf(code);

  it('a catalogue of the administration has every key, no other key, and every plural form', () => {
    expect([...texts.keys()].toSorted()).toEqual(expectedKeys(code));
  });

  it('a text of the administration has the same placeholders as the English text, and is not empty', () => {
    for (const [key, text] of texts) {
      expect(placeholdersOf(text), key).toEqual(placeholdersOf(englishOf(key)));
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
    }
  });

  it('a text of the administration uses the one word that its language has for a thing', () => {
    expect([...texts].filter(([, text]) => wrongWords[code].test(text))).toEqual([]);
  });

  it('a text of the administration contains no typed quotes and not the word “stream” for a room', () => {
    const wrong = code === fallbackLanguage ? /["']/ : /["']|stream/i;
    expect([...texts].filter(([, text]) => wrong.test(text))).toEqual([]);
  });
});
