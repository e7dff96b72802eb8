import type { ReactNode } from 'react';
import styles from './button-row.module.css';

interface ButtonRowProps {
  /** The alignment of the buttons. `end`: in a form or dialog, whose main button is last. `start`: in a row or page. */
  readonly side?: 'start' | 'end';
  readonly children: ReactNode;
}

/** Buttons side by side. They wrap on a phone. */
export function ButtonRow({ side = 'end', children }: ButtonRowProps) {
  return (
    <div className={styles.row} data-side={side}>
      {children}
    </div>
  );
}
