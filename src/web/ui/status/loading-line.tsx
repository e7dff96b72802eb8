import styles from './loading-line.module.css';

/** Shows loading as a line of text, for a page that already shows something. It covers nothing. */
export function LoadingLine({ title }: { readonly title: string }) {
  return (
    <p className={styles.line} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      {title}
    </p>
  );
}
