import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import buttonStyles from '../ui/button.module.css';
import type { AppUpdate } from './register-service-worker.ts';
import { useOnIdle } from './use-on-idle.ts';
import styles from './update-notice.module.css';

interface UpdateNoticeProps {
  readonly update: AppUpdate;
  /** False for a page that shows rooms: a reload could interrupt an alarm. */
  readonly canUpdateByItself: boolean;
}

/** Offers a new version, and applies it by itself when nobody uses the page. */
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
