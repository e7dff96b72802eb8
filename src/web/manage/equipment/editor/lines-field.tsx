import { Field } from '@base-ui/react/field';
import styles from '../../shell/form/form.module.css';

interface LinesFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly rows: number;
  readonly onChange: (value: string) => void;
  /** Returns what is wrong with the value, if anything. */
  readonly validate?: ((value: string) => string | undefined) | undefined;
}

/** Several lines of text. */
export function LinesField({ name, label, hint, value, rows, onChange, validate }: LinesFieldProps) {
  return (
    <Field.Root
      name={name}
      className={styles.field}
      validate={(entered) => (typeof entered === 'string' ? (validate?.(entered) ?? null) : null)}
    >
      <Field.Label className={styles.label}>{label}</Field.Label>
      {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      <Field.Control
        className={styles.control}
        value={value}
        onValueChange={onChange}
        render={<textarea rows={rows} spellCheck={false} dir="auto" />}
      />
      <Field.Error className={styles.error} />
    </Field.Root>
  );
}
