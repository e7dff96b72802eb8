/** The sign-in form. It runs no script. */
import type { LanguageCode } from '../../../../domain/language.ts';
import { html, type Html } from '../../../shared/text/html.ts';
import { renderPageFrame, type PageAssets } from './page-frame.ts';
import { pageWords, formatWait } from './page-words.ts';
import { fillPlaceholders } from '../../../shared/text/fill-placeholders.ts';

/** An account of the demo. Its password is public. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
}

/** Why the last sign-in attempt failed. */
export type SignInFailure =
  | { readonly kind: 'missing' | 'wrong' }
  | { readonly kind: 'too-many' | 'busy'; readonly waitMs: number };

export interface SignInPageOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  /** The address that receives the form. */
  readonly action: string;
  /** The username of the last sign-in attempt, or empty. */
  readonly username: string;
  readonly failure?: SignInFailure | undefined;
  readonly demoAccounts: readonly DemoAccount[];
}

export function renderSignInPage(options: SignInPageOptions): Html {
  const { assets, language, action, username, failure, demoAccounts } = options;
  const words = pageWords[language];
  const isInputWrong = failure?.kind === 'missing' || failure?.kind === 'wrong';
  const mark = isInputWrong ? html`aria-invalid="true" aria-describedby="failure"` : undefined;
  const isNameKnown = username !== '';
  return renderPageFrame({
    assets,
    language,
    title: words.signIn,
    languageFragment: '',
    content: html`
      ${failure && html`<p class="failure" id="failure" role="alert">${failureText(failure, language)}</p>`}
      <form class="fields" method="post" action="${action}" novalidate>
        <label for="username">${words.username}</label>
        <input
          id="username"
          name="username"
          value="${username}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          ${mark}
          ${isNameKnown ? undefined : html`autofocus`}
        />
        <label for="password">${words.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${mark}
          ${isNameKnown ? html`autofocus` : undefined}
        />
        <button class="primary" type="submit">${words.signIn}</button>
      </form>
      ${demoAccounts.length > 0 ? demoText(demoAccounts, language) : undefined}
    `,
  });
}

function failureText(failure: SignInFailure, language: LanguageCode): string {
  const words = pageWords[language];
  if (!('waitMs' in failure)) return words[failure.kind];
  const text = failure.kind === 'busy' ? words.busy : words.tooMany;
  return fillPlaceholders(text, { wait: formatWait(failure.waitMs, language) });
}

function demoText(accounts: readonly DemoAccount[], language: LanguageCode): Html {
  const { demo, demoPassword } = pageWords[language];
  const names = accounts.map(({ username }) => username).join(', ');
  const password = [...new Set(accounts.map((account) => account.password))].join(', ');
  return html`<p class="detail">${demo}: ${names}. ${fillPlaceholders(demoPassword, { password })}</p>`;
}
