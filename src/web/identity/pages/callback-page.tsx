import { Link, Navigate } from 'react-router';
import { useTranslation } from '../../language/translation.tsx';
import buttonStyles from '../../ui/button.module.css';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { loginPath } from '../paths.ts';
import { useSessionState } from '../session-context.tsx';
import textStyles from '../../ui/text.module.css';

/** Shows the progress of the sign-in, then goes to the return address or shows the error (ROUTE-2). */
export function CallbackPage() {
  const { t } = useTranslation();
  const state = useSessionState();
  const returnTo = ('returnTo' in state ? state.returnTo : undefined) ?? '/';
  if (state.kind === 'signed-in') return <Navigate to={returnTo} replace />;
  if (state.kind === 'completing' && state.isProviderUnavailable) {
    // The failure is shown as alarming: this tab may be a board that was renewing its tokens and now shows no rooms.
    return (
      <Problem
        title={t('session.provider_unreachable')}
        text={t('connection.no_rooms')}
        returnTo={returnTo}
        isAlarming
      />
    );
  }
  if (state.kind !== 'signed-out') return <LoadingOverlay title={t('session.signing_in')} isAlone />;
  switch (state.reason?.kind) {
    case 'sign-in-failed':
      return (
        <Problem
          title={t('session.failed')}
          text={t('session.refused')}
          detail={state.reason.detail}
          returnTo={returnTo}
        />
      );
    case 'unknown-callback':
      return <Problem title={t('session.failed')} text={t('session.outdated')} returnTo={returnTo} />;
    default:
      return <Navigate to={loginPath} replace state={{ returnTo }} />;
  }
}

interface ProblemProps {
  readonly title: string;
  readonly text: string;
  /**
   * The untranslated error of the provider. Only an error of a sign-in that this tab has started is shown, because
   * anybody can craft a URL.
   */
  readonly detail?: string | undefined;
  readonly returnTo: string;
  readonly isAlarming?: boolean;
}

function Problem({ title, text, detail, returnTo, isAlarming = false }: ProblemProps) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState icon="warning" title={title} text={text} isAlarming={isAlarming}>
        {/* The text of the provider is marked as English, because RFC 6749 allows only ASCII in it. */}
        {detail !== undefined && (
          <p lang="en" className={textStyles.detail}>
            {detail}
          </p>
        )}
        <Link to={loginPath} state={{ returnTo }} className={buttonStyles.strong}>
          {t('session.to_login')}
        </Link>
      </EmptyState>
    </div>
  );
}
