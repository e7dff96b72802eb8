/** The sign-in form. It works without scripts, except for passkeys. */
import type { LanguageCode } from '../../../domain/language.ts';
import type { Role } from '../../../domain/user.ts';
import { html, type Html } from '../../shared/text/html.ts';
import { pageFrame, type PageAssets } from './page-frame.ts';
import { fillPlaceholders, pageWords, formatWait } from './page-words.ts';

/** An account of the demo. Its password is public. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  /** Shown beside the name. */
  readonly role?: Role | undefined;
}

/** Why the last attempt failed. */
export type SignInFailure =
  | { readonly kind: 'missing' | 'wrong' | 'passkeyWrong' }
  | { readonly kind: 'too-many' | 'busy'; readonly waitMs: number };

export interface SignInPageOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  /** The address that receives the form. */
  readonly action: string;
  /** The username of the last attempt, or empty. */
  readonly username: string;
  readonly failure?: SignInFailure | undefined;
  readonly demoAccounts: readonly DemoAccount[];
  /** Offers the sign-in with a passkey. Undefined: nobody has one. */
  readonly passkey?: PasskeyRequest | undefined;
}

/** What the browser needs to ask for a passkey. */
export interface PasskeyRequest {
  /** base64url. */
  readonly challenge: string;
  readonly relyingPartyId: string;
}

export function signInPage(options: SignInPageOptions): Html {
  const { assets, language, action, username, failure, demoAccounts } = options;
  const words = pageWords[language];
  const isInputWrong = failure?.kind === 'missing' || failure?.kind === 'wrong';
  const mark = isInputWrong ? html`aria-invalid="true" aria-describedby="failure"` : undefined;
  const isNameKnown = username !== '';
  return pageFrame({
    assets,
    language,
    title: words.signIn,
    hasLanguageRow: true,
    scriptUrl: options.passkey && assets.passkeyScriptUrl,
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
      ${options.passkey && passkeyForm(options.passkey, language, action)}
      ${demoAccounts.length > 0 ? accountList(demoAccounts, language, action) : undefined}
    `,
  });
}

function failureText(failure: SignInFailure, language: LanguageCode): string {
  const words = pageWords[language];
  if (!('waitMs' in failure)) return words[failure.kind];
  const text = failure.kind === 'busy' ? words.busy : words.tooMany;
  return fillPlaceholders(text, { wait: formatWait(failure.waitMs, language) });
}

/** The script shows the form, because it works only with the script. */
function passkeyForm({ challenge, relyingPartyId }: PasskeyRequest, language: LanguageCode, action: string): Html {
  return html`<form
    id="passkey"
    class="passkey"
    method="post"
    action="${action}"
    data-challenge="${challenge}"
    data-rp-id="${relyingPartyId}"
    hidden
  >
    <input type="hidden" name="passkey" />
    <button class="secondary" type="submit">${pageWords[language].usePasskey}</button>
  </form>`;
}

/** Each row is a button that signs in with that account. */
function accountList(accounts: readonly DemoAccount[], language: LanguageCode, action: string): Html {
  const words = pageWords[language];
  const passwords = [...new Set(accounts.map(({ password }) => password))].join(', ');
  return html`<form class="demo" method="post" action="${action}">
    <h2>${words.demo}</h2>
    <ul>
      ${accounts.map(
        ({ username, role }) =>
          html`<li>
            <button type="submit" name="shown" value="${username}">
              <b>${username}</b>${role && html` <span>${words.roles[role]}</span>`}
            </button>
          </li>`,
      )}
    </ul>
    <p>${fillPlaceholders(words.demoPassword, { password: passwords })}</p>
  </form>`;
}
