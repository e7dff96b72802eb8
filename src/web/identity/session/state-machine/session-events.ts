/** The states, events and effects of the session. */
import type { StoredSession } from './stored-session.ts';

/** Why a session ended without a logout. No reason in a state: nobody was signed in, or the user logged out. */
export type SignOutReason =
  /** Another tab signed out, or the provider no longer knows the user. */
  | { readonly kind: 'ended' }
  /** The API refuses the tokens of the provider. `cause`: the reason in the response of the API, if there is one. */
  | { readonly kind: 'token-refused'; readonly cause: string | undefined }
  /** The provider did not complete the sign-in. `detail`: the error text of the provider, not translated. */
  | { readonly kind: 'sign-in-failed'; readonly detail: string | undefined }
  /** The callback URL does not belong to a sign-in of this tab. */
  | { readonly kind: 'unknown-callback' };

/** The state of the session. `returnTo`: the return address. Undefined: the address of this page. */
export type SessionState =
  /** The page has just loaded. `session` is the session that this tab had stored; its token may have expired. */
  | { readonly kind: 'starting'; readonly session: StoredSession | undefined; readonly returnTo: string | undefined }
  /**
   * The callback page is redeeming the code of the provider. `previous` is the session that this tab had stored. It is
   * neither used nor renewed, because the code replaces it.
   */
  | {
      readonly kind: 'completing';
      readonly previous: StoredSession | undefined;
      readonly returnTo: string;
      readonly isProviderUnavailable: boolean;
    }
  /** A user is signed in. `isProviderUnavailable`: there is no usable token, because the provider does not respond. */
  | {
      readonly kind: 'signed-in';
      readonly session: StoredSession;
      readonly returnTo: string | undefined;
      readonly isProviderUnavailable: boolean;
    }
  /** The user pressed "Log out". The tokens are still needed to notify the API of the sign-out. */
  | { readonly kind: 'signing-out'; readonly session: StoredSession }
  /** The tokens of this tab are deleted. The browser is being redirected to the sign-out page of the provider. */
  | { readonly kind: 'leaving' }
  | {
      readonly kind: 'signed-out';
      readonly reason: SignOutReason | undefined;
      readonly returnTo: string | undefined;
    };

export type SessionEvent =
  /** The search for a session at the start has found a usable one in this tab or another tab. */
  | { readonly kind: 'session-found'; readonly session: StoredSession }
  | { readonly kind: 'no-session-found' }
  /** The provider redirected back, and its code was exchanged for tokens. */
  | { readonly kind: 'code-redeemed'; readonly session: StoredSession }
  /** The provider redirected back with an error, or refused the code. */
  | { readonly kind: 'sign-in-refused'; readonly isLoginRequired: boolean; readonly detail: string | undefined }
  | { readonly kind: 'callback-unknown' }
  /** The tokens of the session `previous` were renewed. */
  | { readonly kind: 'renewed'; readonly previous: StoredSession; readonly session: StoredSession }
  | { readonly kind: 'renewal-refused'; readonly previous: StoredSession }
  /** There is no usable token, and the provider has not responded for some seconds. */
  | { readonly kind: 'provider-unavailable' }
  | { readonly kind: 'token-accepted'; readonly token: string }
  | { readonly kind: 'token-refused'; readonly token: string; readonly cause: string | undefined }
  | { readonly kind: 'signed-out-elsewhere' }
  | { readonly kind: 'sign-out-requested' }
  | { readonly kind: 'api-notified' }
  | { readonly kind: 'sign-out-page-unreachable' };

export type SessionEffect =
  /** Find a session in this tab or in another one. */
  | { readonly kind: 'find-session' }
  /** Store the session in this tab and schedule its renewal. */
  | { readonly kind: 'save'; readonly session: StoredSession }
  /** Cancel the renewal and delete the data of this tab. `keepsSignIn`: keeps a sign-in that has started. */
  | { readonly kind: 'clear'; readonly keepsSignIn: boolean }
  | { readonly kind: 'notify-tabs' }
  /** Go to the sign-out page of the provider. */
  | { readonly kind: 'end-provider-session'; readonly session: StoredSession }
  /** Store that the provider was not notified of the sign-out, so that the next sign-in asks for the password. */
  | { readonly kind: 'remember-sign-out' };
