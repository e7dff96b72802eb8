import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createCatalogueTexts, placeholdersOf } from '../../../tests/support/catalogue-texts.ts';
import { englishReasons } from './english-reasons.ts';
import { fallbackLanguage, languages, type LanguageCode } from '../../domain/language.ts';

/**
 * Patterns that no text of a language may contain, mostly synonyms of a term that the glossary of the language has: see
 * docs/translations.md.
 */
const wrong: Readonly<Record<LanguageCode, RegExp>> = {
  da: /["']|stream|\bstue|lokation|tavle|loginservice/i,
  de: /["']|stream|tafel|\bboard|administrator/i,
  en: /["']|\bsign(ed|ing)?[ -](in|out)\b|\borganisation|\blost since\b/i,
  // In French a colon, semicolon, exclamation mark or question mark needs a narrow no-break space before it.
  fr: /["']|stream|se connecter|déconnect|signalement|\bsite|tableau\b|(?<!\u202f)[:;?!](?![^{]*\}\})/i,
  hu: /["']|stream|szerver|adminisztr|tábl[aá](k|n|$)|azonosítókulcs/i,
  nb: /["']|stream|tavle|megler|tilgangsnøkkel/i,
  // The Dutch texts address the reader as "je".
  nl: /["']|stream|\b(u|uw)\b|aanmeld|\bbord|toegangssleutel/i,
  sv: /["']|stream|tavl/i,
};

/** The keys of board texts that are the same as in English on purpose. */
const sameAsEnglish: Readonly<Record<LanguageCode, readonly string[]>> = {
  da: ['page.connection.live', 'page.footer.version', 'page.room.type', 'page.source.radar', 'page.stream_type.radar'],
  de: ['page.connection.live', 'page.footer.version', 'page.room.name', 'page.stream_type.radar'],
  en: [],
  fr: ['page.footer.version', 'page.room.type', 'page.source.radar', 'page.stream_type.radar'],
  hu: ['page.source.radar', 'page.stream_type.radar'],
  nb: ['page.room.type', 'page.source.radar', 'page.stream_type.radar', 'board.rail.man_down_one'],
  nl: [
    'page.connection.live',
    'page.room.type',
    'page.status.in_bed',
    'page.source.camera',
    'page.source.radar',
    'page.stream_type.camera',
    'page.stream_type.radar',
  ],
  sv: [
    'page.connection.live',
    'page.footer.version',
    'page.source.radar',
    'page.stream_type.radar',
    'board.rail.man_down_one',
  ],
};

const isOfBoards = (key: string) => /^(page|board)\./.test(key);

const Texts = z.record(z.string(), z.unknown());
const filesOf = (code: LanguageCode) => readdirSync(join(import.meta.dirname, code));
const read = (code: LanguageCode, file: string) =>
  z.parse(Texts, JSON.parse(readFileSync(join(import.meta.dirname, code, file), 'utf8')));
const all = (code: LanguageCode) =>
  Object.fromEntries(filesOf(code).map((file) => [file.replace('.json', ''), read(code, file)]));
const { textsOf, englishOf, expectedKeys } = createCatalogueTexts({
  da: all('da'),
  de: all('de'),
  en: { ...all('en'), reasons: englishReasons },
  fr: all('fr'),
  hu: all('hu'),
  nb: all('nb'),
  nl: all('nl'),
  sv: all('sv'),
});

describe.each(languages)('the texts in $name', ({ code }) => {
  const texts = textsOf(code);
  const isTranslated = code !== fallbackLanguage;

  it('[LANG-3] a language has every key, no other key, and every plural form', () => {
    expect([...texts.keys()].toSorted()).toEqual(expectedKeys(code));
  });

  it('[LANG-3] no text is empty or has blanks around it, and each has the placeholders of the English text', () => {
    expect([...texts].filter(([, text]) => text === '' || text.trim() !== text)).toEqual([]);
    const found = [...texts].map(([key, text]) => [key, placeholdersOf(text)]);
    expect(found).toEqual([...texts.keys()].map((key) => [key, placeholdersOf(englishOf(key))]));
  });

  it('no text has a synonym of a glossary term, straight quotes, or three dots in place of an ellipsis', () => {
    const isWrong = (text: string) => wrong[code].test(text) || (isTranslated && text.includes('...'));
    expect([...texts].filter(([, text]) => isWrong(text))).toEqual([]);
  });

  it('no text of the boards was left in English', () => {
    const same = [...texts].filter(([key, text]) => isOfBoards(key) && text === englishOf(key)).map(([key]) => key);
    expect(isTranslated ? same.toSorted() : []).toEqual([...sameAsEnglish[code]].toSorted());
  });

  it('the offer to stay signed in has the same text in the app and on the pages of the embedded identity provider', () => {
    const path = join(import.meta.dirname, '../../server/identity/provider/pages/words', `${code}.json`);
    const provider = z.parse(Texts, JSON.parse(readFileSync(path, 'utf8')));
    expect(provider['staySignedIn']).toBe(texts.get('page.screen.stay'));
  });

  it('the ellipsis of a text about a running action has a space before it in all texts of a language, or in none', () => {
    const running = [...texts.values()].filter((text) => text.endsWith('…'));
    expect(new Set(running.map((text) => /\s…$/.test(text))).size, running.join(' ')).toBeLessThanOrEqual(1);
  });
});
