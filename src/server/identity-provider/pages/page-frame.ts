/** The frame of all pages of the provider: card, brand and language links. */
import { languages, type LanguageCode } from '../../../domain/language.ts';
import { html, type Html } from '../../shared/text/html.ts';
import { pageWords } from './page-words.ts';

/** The addresses of the style sheet and the logo. */
export interface PageAssets {
  readonly styleUrl: string;
  readonly logoUrl: string;
}

export interface PageFrameOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  readonly title: string;
  readonly content: Html;
  /** True for a page that can be reloaded in another language. */
  readonly hasLanguageRow: boolean;
}

export function pageFrame({ assets, language, title, content, hasLanguageRow }: PageFrameOptions): Html {
  const { productName } = pageWords[language];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${productName}</title>
        <link rel="icon" type="image/svg+xml" href="${assets.logoUrl}" />
        <link rel="stylesheet" href="${assets.styleUrl}" />
      </head>
      <body>
        <main class="card">
          <p class="brand"><img src="${assets.logoUrl}" alt="" width="40" height="40" />${productName}</p>
          <h1>${title}</h1>
          ${content}
        </main>
        ${hasLanguageRow ? languageRow(language) : undefined}
      </body>
    </html> `;
}

/** Each link reloads the page in another language. */
function languageRow(current: LanguageCode): Html {
  return html`<nav class="languages" aria-label="${pageWords[current].language}">
    <ul>
      ${languages.map(
        ({ code, name }) =>
          html`<li>
            <a
              href="?lng=${code}"
              lang="${code}"
              hreflang="${code}"
              ${code === current ? html`aria-current="true"` : undefined}
              >${name}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}
