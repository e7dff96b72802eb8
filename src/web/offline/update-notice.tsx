import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useTranslation } from '../language/translation.tsx';
import buttonStyles from '../ui/button.module.css';
import type { AppUpdate } from './register-service-worker.ts';
import styles from './update-notice.module.css';

const idleAfterMs = 30_000;

interface UpdateNoticeProps {
  readonly update: AppUpdate;
  /** False for a page that shows rooms, because a reload could interrupt an alert. */
  readonly canUpdateByItself: boolean;
}

/** Offers a new version of the app, and applies it when the page is idle. */
export function UpdateNotice({ update, canUpdateByItself }: UpdateNoticeProps) {
  const { t } = useTranslation();
  const isReady = useSyncExternalStore(update.subscribe, update.isReady);
  useOnIdle(isReady && canUpdateByItself, update.apply);
  if (!isReady) return null;
  return (
    <aside className={styles.notice} role="status" data-update>
      <p>{t('update.ready')}</p>
      <button type="button" className={buttonStyles.quiet} onClick={update.apply}>
        {t('update.apply')}
      </button>
    </aside>
  );
}

/** Calls `onIdle` when the page is hidden or has had no input for 30 s. */
function useOnIdle(isEnabled: boolean, onIdle: () => void): void {
  const callback = useEffectEvent(onIdle);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(callback, idleAfterMs);
    };
    const callIfHidden = () => {
      if (document.visibilityState === 'hidden') callback();
    };
    restartTimer();
    callIfHidden();
    for (const event of ['pointerdown', 'keydown', 'scroll']) {
      window.addEventListener(event, restartTimer, { passive: true, signal: stopping.signal });
    }
    document.addEventListener('visibilitychange', callIfHidden, { signal: stopping.signal });
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [isEnabled]);
}
