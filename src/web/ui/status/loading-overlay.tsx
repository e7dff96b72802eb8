import styles from './loading-overlay.module.css';

interface LoadingOverlayProps {
  readonly title: string;
  /** Whether the page shows nothing else, so that the title is the heading of the page. */
  readonly isAlone?: boolean;
  /** Whether the overlay is below the texts of the page instead of over them. */
  readonly isInFlow?: boolean;
}

/** An overlay in the middle of the screen while data are loading (LAYOUT-6). */
export function LoadingOverlay({ title, isAlone = false, isInFlow = false }: LoadingOverlayProps) {
  const Title = isAlone ? 'h1' : 'p';
  return (
    <div className={styles.overlay} data-in-flow={isInFlow} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <Title className={styles.title}>{title}</Title>
    </div>
  );
}
