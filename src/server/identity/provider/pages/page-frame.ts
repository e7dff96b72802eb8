/** The frame of all pages of the provider: card, brand and language links. */
import { languages, type LanguageCode } from '../../../../domain/language.ts';
import { html, type Html } from '../../../shared/text/html.ts';
import { pageWords } from './page-words.ts';

/** The addresses of the files that a page loads. */
export interface PageAssets {
  readonly styleUrl: string;
  readonly logoUrl: string;
  /** The script that submits the secret of a link to set a password. */
  readonly linkScriptUrl: string;
}

export interface PageFrameOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  readonly title: string;
  readonly content: Html;
  /**
   * The fragment of the address, with `#`, which the language links keep because browsers do not send it. Undefined:
   * the page has no language links, because the links reload the page and this page cannot be reloaded.
   */
  readonly languageFragment?: string;
  /** The script of the page. Its security policy must allow it: see `allowScript`. */
  readonly scriptUrl?: string | undefined;
}

export function renderPageFrame(options: PageFrameOptions): Html {
  const { assets, language, title, content, languageFragment, scriptUrl } = options;
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
        ${scriptUrl === undefined ? undefined : html`<script type="module" src="${scriptUrl}"></script>`}
      </head>
      <body>
        <main class="card">
          <p class="brand"><img src="${assets.logoUrl}" alt="" width="40" height="40" />${productName}</p>
          <h1>${title}</h1>
          ${content}
        </main>
        ${languageFragment === undefined ? undefined : languageRow(language, languageFragment)}
      </body>
    </html> `;
}

/** The language links. Each reloads the page in another language. */
function languageRow(current: LanguageCode, fragment: string): Html {
  return html`<nav class="languages" aria-label="${pageWords[current].language}">
    <ul>
      ${languages.map(
        ({ code, name }) =>
          html`<li>
            <a
              href="?lng=${code}${fragment}"
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
