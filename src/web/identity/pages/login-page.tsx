import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { LanguageMenu } from '../../language/language-menu.tsx';
import { Logo } from '../../ui/brand/logo.tsx';
import { ProviderLogo } from '../../ui/brand/provider-logo.tsx';
import { UiIcon } from '../../ui/icons/ui-icon.tsx';
import { LoginPicture } from './login-picture.tsx';
import styles from './login-page.module.css';
import { returnAddressOfState } from '../return-address.ts';
import { useSession, useSessionState } from '../session-context.tsx';
import { useSignIn } from './use-sign-in.ts';

interface LoginPageProps {
  readonly providerName: string;
  readonly build: Build;
}

interface Build {
  readonly hash: string;
  /** ISO 8601. */
  readonly date: string;
  readonly vendor: string;
}

/** One button, which leads to the identity provider (LOGIN-1 to LOGIN-4). */
export function LoginPage({ providerName, build }: LoginPageProps) {
  const { t } = useTranslation();
  const returnTo = returnAddressOfState(useLocation().state);
  const session = useSession();
  const state = useSessionState();
  const signIn = useSignIn(returnTo);
  // A page writes down what it knew when it is left, and that is after the sign-out.
  useEffect(() => {
    if (state.kind === 'signed-out') session.forget();
  }, [state, session]);
  if (state.kind === 'signed-in') return <Navigate to={returnTo} replace />;
  // A browser keeps what signing in needs from pages that others could read on the way.
  const notice = !window.isSecureContext
    ? t('session.insecure')
    : signIn.state === 'waiting'
      ? t('session.provider_unreachable')
      : undefined;
  return (
    <div className={styles.page}>
      <LoginPicture className={styles.picture} />
      <div className={styles.panel}>
        <div className={styles.language}>
          <LanguageMenu />
        </div>
        <main className={styles.form}>
          <Logo variant="mark" size={88} className={styles.logo} />
          <h1 className={styles.title}>{t('title')}</h1>
          {state.kind === 'signed-out' && state.wasEnded && <EndedNotice />}
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
        <BuildFooter {...build} />
      </div>
    </div>
  );
}

/** A board that became this page by itself must not be taken for a screen at rest. */
function EndedNotice() {
  const { t } = useTranslation();
  return (
    <div className={styles.ended} role="alert">
      <UiIcon name="warning" className={styles.endedIcon} />
      <p>{t('session.ended')}</p>
    </div>
  );
}

/** Which version this is, and whose (PROD-5). */
function BuildFooter({ hash, date, vendor }: Build) {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <span>{t('footer.version', { hash: hash.slice(0, 8) })}</span>
      <span>
        © {new Date(date).getUTCFullYear()} {vendor}
      </span>
    </footer>
  );
}
