import styles from './loading-line.module.css';

/** Says that something loads where there is something to see meanwhile: a line in the text, which covers nothing. */
export function LoadingLine({ title }: { readonly title: string }) {
  return (
    <p className={styles.line} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      {title}
    </p>
  );
}
