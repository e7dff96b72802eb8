import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import type { UiIconName } from '../icons/ui-drawings.ts';
import { UiIcon } from '../icons/ui-icon.tsx';

interface EmptyStateProps {
  readonly icon: UiIconName;
  /** Without one the text is the heading. */
  readonly title?: string;
  readonly text: string;
  /** Something is wrong that nobody may pass by. */
  readonly isAlarming?: boolean;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** In the middle of a page that has nothing to show, and says why. */
export function EmptyState({ icon, title, text, isAlarming = false, children }: EmptyStateProps) {
  return (
    <section className={styles.state} data-alarming={isAlarming}>
      <span className={styles.panel}>
        <UiIcon name={icon} className={styles.icon} />
      </span>
      {title === undefined ? (
        <h1 className={styles.text}>{text}</h1>
      ) : (
        <>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{text}</p>
        </>
      )}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
