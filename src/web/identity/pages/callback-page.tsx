import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import buttonStyles from '../../ui/button.module.css';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { loginPath } from '../paths.ts';
import { StaleCallbackError, isLoginRequired } from '../session/provider.ts';
import { errorOfCallback, safeReturnAddress } from '../return-address.ts';
import { useSession, useSessionState } from '../session-context.tsx';
import styles from './callback-page.module.css';

/** Completes the sign-in, then goes to the wanted address or shows the error (ROUTE-2). */
export function CallbackPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [url] = useState(() => window.location.href);
  const { data: returnTo, error } = useQuery({
    queryKey: ['sign-in', url],
    queryFn: () => session.completeSignIn(url),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (returnTo !== undefined) return <Navigate to={returnTo} replace />;
  if (error === null) return <LoadingOverlay title={t('session.signing_in')} isAlone />;
  if (isLoginRequired(error))
    return <Navigate to={loginPath} replace state={{ returnTo: safeReturnAddress(error.state) }} />;
  if (error instanceof StaleCallbackError) return <SignInFailure text={t('session.outdated')} />;
  return <SignInFailure text={t('session.refused')} detail={errorOfCallback(url) ?? error.message} />;
}

interface SignInFailureProps {
  readonly text: string;
  /** The untranslated error of the provider. Shown only if the callback URL belongs to a sign-in of this tab. */
  readonly detail?: string;
}

/** A user with a valid session may open an old callback URL again. The page does not treat that as an error. */
function SignInFailure({ text, detail }: SignInFailureProps) {
  const { t } = useTranslation();
  const isSignedIn = useSessionState().kind === 'signed-in';
  if (isSignedIn) {
    return (
      <EmptyState icon="check" text={t('session.signed_in_already')}>
        <Link to="/" className={buttonStyles.strong}>
          {t('home')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <div role="alert">
      <EmptyState icon="warning" title={t('session.failed')} text={text}>
        {/* RFC 6749 allows only ASCII in the error text, so the text is usually English. */}
        {detail !== undefined && (
          <p lang="en" className={styles.detail}>
            {detail}
          </p>
        )}
        <Link to={loginPath} className={buttonStyles.strong}>
          {t('session.to_login')}
        </Link>
      </EmptyState>
    </div>
  );
}
