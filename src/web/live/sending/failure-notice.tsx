import type { ReactNode } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import styles from './failure-notice.module.css';

interface FailureNoticeProps {
  /** Whether a call never reached the server, although staff rely on it. */
  readonly isUnsent: boolean;
  /** Whether screen readers interrupt what they are reading to announce the notice. */
  readonly isUrgent?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Tells staff at the bottom of the screen that an action had no effect. The notice moves no card. */
export function FailureNotice({ isUnsent, isUrgent = isUnsent, onClose, children }: FailureNoticeProps) {
  const { t } = useTranslation();
  return (
    <div role={isUrgent ? 'alert' : 'status'} className={styles.notice} data-unsent={isUnsent}>
      <div>{children}</div>
      <Button onClick={onClose}>{t('alerts.close')}</Button>
    </div>
  );
}
