import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { UiIcon, type UiIconName } from '../icons/icons.tsx';

interface EmptyStateProps {
  readonly icon: UiIconName;
  /** The title of the page. Without a title the text is the heading of the page. */
  readonly title?: string;
  readonly text: string;
  /** Whether the message is a warning that staff must not miss. */
  readonly isAlarming?: boolean;
  /** The buttons and links below the text. */
  readonly children?: ReactNode;
}

/** Explains why a page has nothing to show. */
export function EmptyState({ icon, title, text, isAlarming = false, children }: EmptyStateProps) {
  return (
    <section className={styles.state} data-alarming={isAlarming}>
      <UiIcon name={icon} size={72} className={styles.icon} />
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
