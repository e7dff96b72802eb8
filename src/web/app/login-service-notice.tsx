import { useTranslation } from '../language/translation.tsx';
import { useSessionState } from '../identity/session-context.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import styles from './login-service-notice.module.css';

/**
 * Warns that there is no valid token and the identity provider does not answer, so the board will become stale. The
 * alarm of the board sounds meanwhile. The callback page shows this warning itself.
 */
export function LoginServiceNotice() {
  const { t } = useTranslation();
  const state = useSessionState();
  if (state.kind !== 'signed-in' || !state.isProviderUnavailable) return null;
  return (
    <div className={styles.notice} role="alert">
      <UiIcon name="warning" className={styles.icon} />
      <p>{t('session.provider_unreachable')}</p>
    </div>
  );
}
