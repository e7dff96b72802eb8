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
  const reason = error instanceof StaleCallbackError ? t('session.outdated') : error.message;
  return <SignInFailure reason={errorOfCallback(url) ?? reason} />;
}

/** A user with a valid session can open an old callback URL again. Then this is not an error. */
function SignInFailure({ reason }: { readonly reason: string }) {
  const { t } = useTranslation();
  const isSignedIn = useSessionState().kind === 'signed-in';
  return (
    <div role="alert">
      <EmptyState
        icon={isSignedIn ? 'check' : 'warning'}
        title={isSignedIn ? t('session.signed_in_already') : t('session.failed')}
        text={reason}
      >
        <Link to={isSignedIn ? '/' : loginPath} className={buttonStyles.strong}>
          {isSignedIn ? t('home') : t('session.to_login')}
        </Link>
      </EmptyState>
    </div>
  );
}
