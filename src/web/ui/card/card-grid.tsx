import type { ReactNode } from 'react';
import styles from './card-grid.module.css';

interface CardGridProps {
  readonly label: string;
  /** Elements of `CardGridItem`. */
  readonly children: ReactNode;
}

/** Cards in 1, 2, 3 or 4 columns, by the width of the screen (LIST-10). */
export function CardGrid({ label, children }: CardGridProps) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  );
}

export function CardGridItem({ children }: { readonly children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}
