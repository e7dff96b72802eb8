/** The languages of the product, each by its own name (specification, section 9). */
export const languages = [
  { code: 'da', name: 'Dansk' },
  { code: 'de', name: 'Deutsch' },
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
  { code: 'hu', name: 'Magyar' },
  { code: 'nb', name: 'Norsk Bokmål' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'sv', name: 'Svenska' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

export const fallbackLanguage: LanguageCode = 'en';

/**
 * The language of a tag such as `de-CH`. The region is ignored, and both `no` and `nn` map to Norwegian Bokmål.
 * Undefined: the product does not have the language.
 */
export function languageOfTag(tag: string): LanguageCode | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
  const wanted = primary === 'no' || primary === 'nn' ? 'nb' : primary;
  return languages.find((language) => language.code === wanted)?.code;
}
