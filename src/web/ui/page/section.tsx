import { type ReactNode, useId } from 'react';
import styles from './page.module.css';

interface SectionProps {
  readonly title: string;
  /** A sentence below the title that describes the section. */
  readonly about?: string | undefined;
  /** The buttons beside the title. */
  readonly actions?: ReactNode;
  /** Whether the section has a frame and a background. */
  readonly isFramed?: boolean;
  readonly children?: ReactNode;
}

/** A section of a page, which its heading names for screen readers. */
export function Section({ title, about, actions, isFramed = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={`${styles.section} ${isFramed ? styles.framed : ''}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {actions}
      </div>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      {children}
    </section>
  );
}
