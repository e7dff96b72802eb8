import { Children, type ReactNode } from 'react';
import styles from './card-grid.module.css';

/** Cards in 1, 2, 3 or 4 columns, by the width of the screen (LIST-10). */
export function CardGrid({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {Children.map(children, (card) => (
        <li className={styles.item}>{card}</li>
      ))}
    </ul>
  );
}
