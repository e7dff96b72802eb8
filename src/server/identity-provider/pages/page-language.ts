/** Chooses the language of a page of the provider. */
import type { IncomingMessage } from 'node:http';
import { fallbackLanguage, languageOfTag, type LanguageCode } from '../../../domain/language.ts';

interface RequestedLanguages {
  /** The language that the user picked on the page. */
  readonly picked?: string | null | undefined;
  /** `ui_locales` of the sign-in request: language tags separated by spaces, in order of preference. */
  readonly uiLocales?: string | null | undefined;
}

/** The order is: `requested`, the `i18next` cookie of the web app, Accept-Language, English. */
export function languageOfRequest(
  { headers }: Pick<IncomingMessage, 'headers'>,
  requested: RequestedLanguages = {},
): LanguageCode {
  const tags = [
    requested.picked ?? '',
    ...(requested.uiLocales ?? '').split(' '),
    cookieOf(headers.cookie ?? '', 'i18next'),
    ...tagsOfAcceptLanguage(headers['accept-language'] ?? ''),
  ];
  for (const tag of tags) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return fallbackLanguage;
}

function cookieOf(header: string, name: string): string {
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) ?? '';
}

/** Parses a header such as `da, en-GB;q=0.8, en;q=0.7` and sorts by weight (RFC 9110, section 12.5.4). */
function tagsOfAcceptLanguage(header: string): readonly string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
