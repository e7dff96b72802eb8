import styles from './loading-line.module.css';

/** Shows that data are loading, as a line of text on a page that already has content. The line covers nothing. */
export function LoadingLine({ title }: { readonly title: string }) {
  return (
    <p className={styles.line} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      {title}
    </p>
  );
}
