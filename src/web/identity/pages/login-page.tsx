import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { LanguageMenu } from '../../language/language-menu.tsx';
import { Logo } from '../../ui/brand/mark.tsx';
import { ProviderLogo } from '../../ui/brand/provider-logo.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import narrowPicture from '../pictures/corridor-narrow.webp';
import widePicture from '../pictures/corridor-wide.webp';
import { returnAddressOfState } from '../return-address.ts';
import { useSession, useSessionState } from '../session-context.tsx';
import styles from './login-page.module.css';
import { useSignIn } from './use-sign-in.ts';

/** The login page: one button that leads to the identity provider (LOGIN-1 to LOGIN-4). */
export function LoginPage({ providerName }: { readonly providerName: string }) {
  const { t } = useTranslation();
  const returnTo = returnAddressOfState(useLocation().state);
  const session = useSession();
  const state = useSessionState();
  const signIn = useSignIn(returnTo);
  // The login page clears the storage, because pages store their last data when they unmount, after the sign-out.
  useEffect(() => {
    if (state.kind === 'signed-out') session.clearStorage();
  }, [state, session]);
  if (state.kind === 'signed-in') return <Navigate to={returnTo} replace />;
  // Browsers offer the cryptography that PKCE needs to secure pages only.
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
        <div className={styles.language}>
          <LanguageMenu />
        </div>
        <main className={styles.form}>
          <Logo size={88} className={styles.logo} />
          <h1 className={styles.title}>{t('title')}</h1>
          {state.kind === 'signed-out' && state.isUnexpected && <EndedNotice />}
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
        </main>
        <BuildFooter />
      </div>
    </div>
  );
}

/** Warns that a session ended by itself. Otherwise a board on a wall would look like a screen that nobody uses. */
function EndedNotice() {
  const { t } = useTranslation();
  return (
    <div className={styles.ended} role="alert">
      <UiIcon name="warning" className={styles.endedIcon} />
      <p>{t('session.ended')}</p>
    </div>
  );
}

/** The version and the vendor, which vite.config.ts sets (PROD-5). */
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
