/** In which language a page of the provider speaks. */
import type { IncomingMessage } from 'node:http';
import { fallbackLanguage, languageOfTag, type LanguageCode } from '../../../domain/language.ts';

interface LanguageWishes {
  /** Picked on the page itself. */
  readonly picked?: string | null | undefined;
  /** `ui_locales` of the sign-in request: tags, the dearest first, with spaces between. */
  readonly uiLocales?: string | null | undefined;
}

/** After the wishes: the web app's `i18next` cookie, then what the browser accepts. */
export function languageOfRequest(
  { headers }: Pick<IncomingMessage, 'headers'>,
  wishes: LanguageWishes = {},
): LanguageCode {
  const tags = [
    wishes.picked ?? '',
    ...(wishes.uiLocales ?? '').split(' '),
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

/** `da, en-GB;q=0.8, en;q=0.7`: by weight (RFC 9110, section 12.5.4). */
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
