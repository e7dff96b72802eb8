import type { ReactNode } from 'react';
import { UiIcon } from '../icons/icons.tsx';
import styles from './page-notice.module.css';

interface PageNoticeProps {
  /** `problem`: something failed. `warning`: the user should read it before the next step. `none`: a list is empty. */
  readonly tone: 'problem' | 'warning' | 'none';
  /** Whether screen readers read the notice when it appears. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

/** A message within a page or a dialog. Boards show the component `Notice` above their rooms instead. */
export function PageNotice({ tone, isAlert = false, children }: PageNoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} {...(isAlert && { role: 'alert' })}>
      {tone === 'warning' && <UiIcon name="warning" className={styles.icon} />}
      <div>{children}</div>
    </div>
  );
}
