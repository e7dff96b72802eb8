import { useEffect } from 'react';
import { useTranslation } from '../language/translation.tsx';
import { useSessionState } from '../identity/session-context.tsx';
import { createNotificationSound } from '../rooms/sound/notification-sound.ts';
import { UiIcon } from '../ui/icons/icons.tsx';
import styles from './login-service-notice.module.css';

/**
 * Warns, with a sound, that there is no valid token and the identity provider does not answer, so the board will become
 * stale. The callback page shows this warning itself.
 */
export function LoginServiceNotice() {
  const { t } = useTranslation();
  const state = useSessionState();
  const isUnavailable = 'isProviderUnavailable' in state && state.isProviderUnavailable;
  useEffect(() => {
    if (!isUnavailable) return undefined;
    const sound = createNotificationSound();
    sound.open();
    // Plays as soon as the browser allows sound.
    sound.unlock();
    return () => sound.close();
  }, [isUnavailable]);
  if (!isUnavailable || state.kind !== 'signed-in') return null;
  return (
    <div className={styles.notice} role="alert">
      <UiIcon name="warning" className={styles.icon} />
      <p>{t('session.provider_unreachable')}</p>
    </div>
  );
}
