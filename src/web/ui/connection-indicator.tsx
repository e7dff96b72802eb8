import { useTranslation } from 'react-i18next';
import { useConnection, type ConnectionState } from '../api/connection.ts';
import { clockTime } from './clock-time.ts';
import styles from './connection-indicator.module.css';
import { UiIcon } from './icons/ui-icon.tsx';

/** Whether what is on the screen can be believed: a shape, a word and a colour, always in the top bar. */
export function ConnectionIndicator() {
  const { t } = useTranslation();
  const connection = useConnection();
  return (
    <p className={styles.indicator} data-kind={connection.kind} role="status" aria-label={t('connection.label')}>
      {connection.kind === 'lost' ? (
        <UiIcon name="no-connection" className={styles.icon} />
      ) : (
        <span className={styles.shape} aria-hidden="true" />
      )}
      <span>{words(connection)}</span>
    </p>
  );

  function words(state: ConnectionState): string {
    switch (state.kind) {
      case 'connecting':
        return t('connection.connecting');
      case 'live':
        return t('connection.live');
      case 'delayed':
        return t('connection.delayed');
      case 'lost':
        return t('connection.lost_since', { time: clockTime(state.since) });
    }
  }
}
