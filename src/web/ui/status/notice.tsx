import type { ReactNode } from 'react';
import { UiIcon, type UiIconName } from '../icons/icons.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly icon: UiIconName;
  /** `danger`: staff have to act at once. `warning`: staff should know it. */
  readonly tone: 'danger' | 'warning';
  readonly children: ReactNode;
}

/** A message above the rooms of a board. */
export function Notice({ icon, tone, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <UiIcon name={icon} className={styles.icon} />
      <div className={styles.words}>{children}</div>
    </div>
  );
}
