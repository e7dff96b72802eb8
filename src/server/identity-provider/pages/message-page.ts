/** The provider's other pages: something is said, and there is one way on. */
import type { LanguageCode } from '../../../domain/language.ts';
import { html, trustedHtml, type Html } from './html.ts';
import { pageFrame, type PageAssets } from './page-frame.ts';
import { pageWords } from './page-words.ts';

export interface MessagePageOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  /** Where the product begins. */
  readonly startUrl: string;
}

/** The form has been open for too long, or was left and came back to. */
export function expiredPage(options: MessagePageOptions): Html {
  const words = pageWords[options.language];
  return messagePage(options, words.expired, html`<p>${words.expiredText}</p>`, words.startAgain);
}

/** `detail`: the error's code and what the provider says of it, for whoever has to find out why. */
export function failedPage(options: MessagePageOptions, detail: string): Html {
  const words = pageWords[options.language];
  const content = html`<p>${words.failedText}</p>
    <p class="detail">${detail}</p>`;
  return messagePage(options, words.failed, content, words.startAgain);
}

export function signedOutPage(options: MessagePageOptions): Html {
  const words = pageWords[options.language];
  return messagePage(options, words.signedOut, html``, words.signIn);
}

/** Asked only when nothing proves that the wish to sign out is the person's own. `form` is the provider's. */
export function signOutPage({ assets, language, startUrl }: MessagePageOptions, form: string): Html {
  const words = pageWords[language];
  return pageFrame({
    assets,
    language,
    title: words.signOutQuestion,
    hasLanguageRow: false,
    content: html`${trustedHtml(form)}
      <div class="choices">
        <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${words.signOut}</button>
        <a class="secondary" href="${startUrl}">${words.staySignedIn}</a>
      </div>`,
  });
}

function messagePage({ assets, language, startUrl }: MessagePageOptions, title: string, content: Html, way: string) {
  return pageFrame({
    assets,
    language,
    title,
    hasLanguageRow: false,
    content: html`${content}
      <div class="choices"><a class="primary" href="${startUrl}">${way}</a></div>`,
  });
}
