import { UiIcon } from '../../ui/icons/icons.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { useTexts } from '../shell/use-texts.ts';
import { timeText } from './time-text.ts';
import type { Observation } from './use-system-status.ts';
import styles from './summary.module.css';

/** One line for the whole system, or that this page does not know. */
export function Summary({ observation }: { readonly observation: Observation }) {
  const { t, language } = useTexts();
  const now = useNow(1_000);
  const { reach, status, answeredAt } = observation;
  const time = timeText(answeredAt, now, language);
  if (reach === 'nothing' || reach === 'health') {
    return (
      <div className={styles.summary} data-level="problem" role="status">
        <UiIcon name="no-connection" className={styles.icon} />
        <div>
          <p className={styles.title}>{t(reach === 'nothing' ? 'status.not_reached' : 'status.no_status')}</p>
          <p>{t('status.no_answer_since', { time })}</p>
          <p>{t(reach === 'nothing' ? 'status.not_reached_advice' : 'status.no_status_advice')}</p>
        </div>
      </div>
    );
  }
  if (status === undefined) return null;
  const level = status.findings[0]?.level ?? 'ok';
  return (
    <div className={styles.summary} data-level={level}>
      <UiIcon name={level === 'ok' ? 'check' : 'warning'} className={styles.icon} />
      <div>
        {/* The time changes every few seconds, so only the sentence is read to listeners. */}
        <p className={styles.title} role="status">
          {t(`status.summary.${level}`)}
        </p>
        <p>{t('status.checked', { time, version: status.version })}</p>
      </div>
    </div>
  );
}
