import styles from './loading-overlay.module.css';

/** Lies over the middle of the screen while something loads (LAYOUT-6). */
export function LoadingOverlay({ title }: { readonly title: string }) {
  return (
    <div className={styles.overlay} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
    </div>
  );
}
