import { Field } from '@base-ui/react/field';
import styles from '../../shell/form/form.module.css';

interface SuggestFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  /** The id of a `datalist`. */
  readonly suggestions?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A line of text in which the browser suggests known values. Other values are possible, such as a room that follows. */
export function SuggestField({ name, label, hint, value, suggestions, onChange }: SuggestFieldProps) {
  return (
    <Field.Root name={name} className={styles.field}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      <Field.Control
        className={styles.control}
        list={suggestions}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        onValueChange={onChange}
      />
      {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      <Field.Error className={styles.error} />
    </Field.Root>
  );
}
