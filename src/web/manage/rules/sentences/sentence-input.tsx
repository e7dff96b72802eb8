import styles from './rule-form.module.css';

interface SentenceInputProps {
  /** A number is text for the browser, so that a comma can be typed. */
  readonly kind: 'number' | 'time';
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The id of the text that says what is wrong. Undefined: nothing is. */
  readonly errorId: string | undefined;
}

/** A number or a time of day within a sentence. */
export function SentenceInput({ kind, label, value, onChange, errorId }: SentenceInputProps) {
  return (
    <input
      type={kind === 'time' ? 'time' : 'text'}
      inputMode={kind === 'time' ? undefined : 'decimal'}
      autoComplete="off"
      className={styles[kind]}
      aria-label={label}
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
