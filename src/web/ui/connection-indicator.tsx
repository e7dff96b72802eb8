import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/connection.ts';
import { clockTime } from './clock-time.ts';
import styles from './connection-indicator.module.css';
import { UiIcon } from './icons/ui-icon.tsx';

/** Whether what is on the screen can be believed: a shape, a word and a colour, always in the top bar. */
export function ConnectionIndicator() {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection.kind === 'none') return null;
  return (
    <p className={styles.indicator} data-kind={connection.kind} role="status" aria-label={t('connection.label')}>
      {connection.kind === 'lost' ? (
        <UiIcon name="no-connection" className={styles.icon} />
      ) : (
        <span className={styles.shape} aria-hidden="true" />
      )}
      <span>
        {connection.kind === 'lost'
          ? t('connection.lost_since', { time: clockTime(connection.since) })
          : t(`connection.${connection.kind}`)}
      </span>
    </p>
  );
}
