import type { ReactNode } from 'react';
import styles from '../../ui/form/form.module.css';

interface CheckFieldProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** The label of the checkbox. */
  readonly children: ReactNode;
}

export function CheckField({ isChecked, onChange, children }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
