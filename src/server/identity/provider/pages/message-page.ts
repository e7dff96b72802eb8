/** Pages of the provider with a message and one button. */
import type { LanguageCode } from '../../../../domain/language.ts';
import { html, Html } from '../../../shared/text/html.ts';
import { renderPageFrame, type PageAssets } from './page-frame.ts';
import { pageWords } from './page-words.ts';
import { fillPlaceholders } from '../../../shared/text/fill-placeholders.ts';

export interface MessagePageOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  /** The address of the web app's login page. */
  readonly startUrl: string;
}

/** The page for a sign-in form that was open for too long or was submitted before. */
export function renderExpiredPage(options: MessagePageOptions): Html {
  const words = pageWords[options.language];
  return messagePage(options, words.expired, html`<p>${words.expiredText}</p>`, words.startAgain);
}

/** The page for a link to set a password that was used before or has expired. */
export function renderLinkEndedPage(options: MessagePageOptions): Html {
  const words = pageWords[options.language];
  return messagePage(options, words.linkEnded, html`<p>${words.linkEndedText}</p>`, words.signIn);
}

export function renderPasswordSavedPage(options: MessagePageOptions, username: string): Html {
  const words = pageWords[options.language];
  const text = fillPlaceholders(words.passwordSavedText, { username });
  return messagePage(options, words.passwordSaved, html`<p>${text}</p>`, words.signIn);
}

/** The page for an error. `detail`: the error code and description of oidc-provider, for the administrator. */
export function renderFailurePage(options: MessagePageOptions, detail: string): Html {
  const words = pageWords[options.language];
  const content = html`<p>${words.failedText}</p>
    <p class="detail">${detail}</p>`;
  return messagePage(options, words.failed, content, words.startAgain);
}

/**
 * The page that asks to confirm a sign-out, because the request has no id token. `form`: the markup of oidc-provider.
 */
export function renderSignOutPage({ assets, language, startUrl }: MessagePageOptions, form: string): Html {
  const words = pageWords[language];
  return renderPageFrame({
    assets,
    language,
    title: words.signOutQuestion,
    content: html`${new Html(form)}
      <div class="choices">
        <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${words.signOut}</button>
        <a class="secondary" href="${startUrl}">${words.staySignedIn}</a>
      </div>`,
  });
}

function messagePage({ assets, language, startUrl }: MessagePageOptions, title: string, content: Html, way: string) {
  return renderPageFrame({
    assets,
    language,
    title,
    content: html`${content}
      <div class="choices"><a class="primary" href="${startUrl}">${way}</a></div>`,
  });
}
