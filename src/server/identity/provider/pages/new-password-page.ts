/** The pages of a link to set a password. Only the first page has a script. */
import type { LanguageCode } from '../../../../domain/language.ts';
import { html, type Html } from '../../../shared/text/html.ts';
import { minPasswordLength } from '../../../../contract/fields.ts';
import { renderPageFrame, type PageAssets } from './page-frame.ts';
import { formatWait, pageWords } from './page-words.ts';
import { fillPlaceholders } from '../../../shared/text/fill-placeholders.ts';

export type NewPasswordFailure =
  | { readonly kind: 'passwordTooShort' | 'passwordsDiffer' }
  | { readonly kind: 'busy'; readonly waitMs: number };

interface LinkPageOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  /** The address that receives the form, without a fragment. */
  readonly action: string;
}

/** The page that a link opens. Its script reads the secret from the fragment of the address and submits it. */
export function renderPasswordLinkPage({ assets, language, action }: LinkPageOptions): Html {
  return renderPageFrame({
    assets,
    language,
    title: pageWords[language].newPasswordTitle,
    scriptUrl: assets.linkScriptUrl,
    content: html`<form id="link" method="post" action="${action}"><input type="hidden" name="secret" /></form>`,
  });
}

export interface NewPasswordPageOptions extends LinkPageOptions {
  readonly secret: string;
  readonly username: string;
  readonly failure?: NewPasswordFailure | undefined;
}

export function renderNewPasswordPage(options: NewPasswordPageOptions): Html {
  const { assets, language, action, secret, username, failure } = options;
  const words = pageWords[language];
  const count = String(minPasswordLength);
  const mark = (kind: NewPasswordFailure['kind']) =>
    failure?.kind === kind ? html`aria-invalid="true" aria-describedby="failure"` : undefined;
  return renderPageFrame({
    assets,
    language,
    title: words.newPasswordTitle,
    languageFragment: `#${secret}`,
    content: html`
      ${failure && html`<p class="failure" id="failure" role="alert">${failureText(failure, language)}</p>`}
      <form class="fields" method="post" action="${action}" novalidate>
        <input type="hidden" name="secret" value="${secret}" />
        <label for="username">${words.username}</label>
        <input id="username" name="username" value="${username}" autocomplete="username" readonly />
        <label for="password">${words.newPassword}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          autofocus
          ${mark('passwordTooShort') ?? html`aria-describedby="password-help"`}
        />
        <p class="help" id="password-help">${fillPlaceholders(words.passwordHelp, { count })}</p>
        <label for="repeated">${words.repeatPassword}</label>
        <input
          id="repeated"
          name="repeated"
          type="password"
          autocomplete="new-password"
          required
          ${mark('passwordsDiffer')}
        />
        <button class="primary" type="submit">${words.savePassword}</button>
      </form>
    `,
  });
}

function failureText(failure: NewPasswordFailure, language: LanguageCode): string {
  const wait = 'waitMs' in failure ? formatWait(failure.waitMs, language) : '';
  return fillPlaceholders(pageWords[language][failure.kind], { count: String(minPasswordLength), wait });
}
