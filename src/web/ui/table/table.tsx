import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  readonly className?: string | undefined;
  /** The elements `caption`, `thead` and `tbody` of the table. */
  readonly children: ReactNode;
}

/** A table in a frame, with a line above each row. */
export function Table({ className = '', children }: TableProps) {
  return <table className={`${styles.table} ${className}`}>{children}</table>;
}
