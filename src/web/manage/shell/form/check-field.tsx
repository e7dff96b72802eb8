import type { ReactNode } from 'react';
import styles from './form.module.css';

interface CheckFieldProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** The label. */
  readonly children: ReactNode;
}

/** A checkbox with its label. */
export function CheckField({ isChecked, onChange, children }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
