import styles from './progress-line.module.css';

interface ProgressLineProps {
  readonly text: string;
  /** How much of `total` is done. Undefined: nobody knows, and the bar only shows that there is work. */
  readonly done?: number | undefined;
  readonly total?: number;
}

/** Says what the server is doing, with a bar. */
export function ProgressLine({ text, done, total }: ProgressLineProps) {
  return (
    <div className={styles.line}>
      <progress className={styles.bar} value={done} max={total} aria-label={text} />
      <p role="status">{text}</p>
    </div>
  );
}
