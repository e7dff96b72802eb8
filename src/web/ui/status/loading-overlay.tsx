import styles from './loading-overlay.module.css';

interface LoadingOverlayProps {
  readonly title: string;
  /** The page shows nothing else, so the title is its heading. */
  readonly isAlone?: boolean;
  /** Placed below the texts above it instead of over them. */
  readonly isInFlow?: boolean;
}

/** Shown in the middle of the screen while something loads (LAYOUT-6). */
export function LoadingOverlay({ title, isAlone = false, isInFlow = false }: LoadingOverlayProps) {
  const Title = isAlone ? 'h1' : 'p';
  return (
    <div className={styles.overlay} data-in-flow={isInFlow} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <Title className={styles.title}>{title}</Title>
    </div>
  );
}
