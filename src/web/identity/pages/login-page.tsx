import { useEffect } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { LanguageMenu } from '../../ui/menu/language-menu.tsx';
import { Logo, ProviderLogo } from '../../ui/brand/logo.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import narrowPicture from '../pictures/corridor-narrow.webp';
import widePicture from '../pictures/corridor-wide.webp';
import type { SignOutReason } from '../session/state-machine/session-events.ts';
import { useSession, useSessionState } from '../session-context.tsx';
import { wallBoardPath } from '../paths.ts';
import styles from './login-page.module.css';
import { useSignIn } from './use-sign-in.ts';

interface LoginPageProps {
  readonly providerName: string;
  /** The address of the page to open after the sign-in. */
  readonly returnTo: string;
  /** Called with the return address when somebody is signed in. */
  readonly onSignedIn: (returnTo: string) => void;
}

/** The login page: one button that leads to the identity provider (LOGIN-1 to LOGIN-4). */
export function LoginPage({ providerName, returnTo, onSignedIn }: LoginPageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const state = useSessionState();
  const signIn = useSignIn(returnTo);
  // Clears the storage after a sign-out. Pages store their last data when they unmount, which is later than the
  // sign-out itself.
  useEffect(() => {
    if (state.kind === 'signed-out') session.clearStorage();
  }, [state, session]);
  const isSignedIn = state.kind === 'signed-in';
  useEffect(() => {
    if (isSignedIn) onSignedIn(returnTo);
  }, [isSignedIn, onSignedIn, returnTo]);
  useEffect(removeQuery, []);
  if (isSignedIn) return null;
  // The sign-in needs browser cryptography for PKCE, which pages without https do not have.
  const notice = !window.isSecureContext
    ? t('session.insecure')
    : signIn.state === 'waiting'
      ? t('session.provider_unreachable')
      : undefined;
  return (
    <div className={styles.page}>
      <picture className={styles.picture}>
        <source media="(min-width: 900px)" srcSet={widePicture} />
        <img src={narrowPicture} alt="" fetchPriority="high" />
      </picture>
      <div className={styles.panel}>
        <header className={styles.language}>
          <LanguageMenu />
        </header>
        <main className={styles.form}>
          <Logo size={88} />
          <h1 className={styles.title}>{t('title')}</h1>
          {state.kind === 'signed-out' && state.reason !== undefined && <EndedNotice reason={state.reason} />}
          <button
            type="button"
            className={styles.button}
            disabled={!window.isSecureContext || signIn.state === 'leaving'}
            onClick={signIn.start}
          >
            <span>{t('login')}</span>
            <ProviderLogo name={providerName} />
          </button>
          <p className={styles.notice} role="status">
            {notice}
          </p>
          <a className={styles.other} href={wallBoardPath}>
            {t('use_as_wall_board')}
          </a>
        </main>
        <BuildFooter />
      </div>
    </div>
  );
}

/** Removes the query parameter `state` from the address. The provider adds it after a sign-out, and nothing uses it. */
function removeQuery(): void {
  if (new URLSearchParams(location.search).has('state')) history.replaceState(history.state, '', location.pathname);
}

/**
 * The reason why the session ended without a logout. It is shown so that staff do not take a board for a screen that is
 * not in use.
 */
function EndedNotice({ reason }: { readonly reason: SignOutReason }) {
  const { t } = useTranslation();
  if (reason.kind !== 'ended' && reason.kind !== 'token-refused') return null;
  const cause = reason.kind === 'token-refused' ? causes.get(reason.cause ?? '') : undefined;
  return (
    <div className={styles.ended} role="alert">
      <UiIcon name="warning" size={36} />
      <div>
        <p>{reason.kind === 'ended' ? t('session.ended') : t('session.token_refused')}</p>
        {cause !== undefined && <p className={styles.cause}>{t(cause)}</p>}
      </div>
    </div>
  );
}

type CauseKey = `session.refused_${'audience' | 'clock' | 'opaque' | 'key' | 'settings'}`;

/** Maps the API's reason for refusing a token to a text for the administrator of the provider. */
const causes = new Map<string, CauseKey>([
  ['audience', 'session.refused_audience'],
  ['expired', 'session.refused_clock'],
  ['not-yet-valid', 'session.refused_clock'],
  ['opaque', 'session.refused_opaque'],
  ['unknown-key', 'session.refused_key'],
  ['issuer', 'session.refused_settings'],
  ['signature', 'session.refused_settings'],
  ['algorithm', 'session.refused_settings'],
  ['type', 'session.refused_settings'],
  ['id-token', 'session.refused_settings'],
  ['incomplete', 'session.refused_settings'],
]);

/** The footer with the version and the vendor, which vite.config.ts sets at build time (PROD-5). */
function BuildFooter() {
  const { t } = useTranslation();
  const { VITE_BUILD_HASH, VITE_BUILD_DATE, VITE_VENDOR } = import.meta.env;
  return (
    <footer className={styles.footer}>
      <span>{t('footer.version', { hash: VITE_BUILD_HASH.slice(0, 8) })}</span>
      <span>
        © {new Date(VITE_BUILD_DATE).getUTCFullYear()} {VITE_VENDOR}
      </span>
    </footer>
  );
}
