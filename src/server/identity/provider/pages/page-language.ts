/** Chooses the language of a page of the provider. */
import type { IncomingMessage } from 'node:http';
import { fallbackLanguage, languageOfTag, type LanguageCode } from '../../../../domain/language.ts';
import { readCookie } from './read-cookie.ts';

interface RequestedLanguages {
  /** The language that the user picked on the page. */
  readonly picked?: string | null | undefined;
  /** `ui_locales` of the sign-in request: language tags separated by spaces, in order of preference. */
  readonly uiLocales?: string | null | undefined;
}

/**
 * Returns the first known language of: `picked`, `uiLocales`, the `i18next` cookie of the web app, Accept-Language,
 * English.
 */
export function languageOfRequest(
  { headers }: Pick<IncomingMessage, 'headers'>,
  requested: RequestedLanguages = {},
): LanguageCode {
  const tags = [
    requested.picked ?? '',
    ...(requested.uiLocales ?? '').split(' '),
    readCookie(headers.cookie, 'i18next') ?? '',
    ...tagsOfAcceptLanguage(headers['accept-language'] ?? ''),
  ];
  for (const tag of tags) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return fallbackLanguage;
}

/**
 * The language tags of the header in order. Browsers sort a header such as `da, en-GB;q=0.8, en;q=0.7` by weight, so
 * the weights are ignored.
 */
function tagsOfAcceptLanguage(header: string): readonly string[] {
  return header.split(',').map((part) => part.replace(/;.*/, '').trim());
}
