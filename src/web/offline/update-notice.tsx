import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import buttonStyles from '../ui/button.module.css';
import type { AppUpdate } from './app-update.ts';
import { useQuietMoment } from './use-on-idle.ts';
import styles from './update-notice.module.css';

interface UpdateNoticeProps {
  readonly update: AppUpdate;
  /** A page that shows rooms is never replaced by itself: an alarm could be under way. */
  readonly mayApplyItself: boolean;
}

/** Tells quietly of a new version; uses it by itself when nobody is there to be disturbed. */
export function UpdateNotice({ update, mayApplyItself }: UpdateNoticeProps) {
  const { t } = useTranslation();
  const isReady = useSyncExternalStore(update.subscribe, update.isReady);
  useQuietMoment(isReady && mayApplyItself, update.apply);
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
