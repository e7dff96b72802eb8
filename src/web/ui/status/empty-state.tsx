import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { UiIcon, type UiIconName } from '../icons/icons.tsx';

interface EmptyStateProps {
  readonly icon: UiIconName;
  /** Without a title the text is the heading. */
  readonly title?: string;
  readonly text: string;
  /** A warning that staff must not miss. */
  readonly isAlarming?: boolean;
  /** Buttons and links. */
  readonly children?: ReactNode;
}

/** The content of a page that has nothing to show, with the reason. */
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
