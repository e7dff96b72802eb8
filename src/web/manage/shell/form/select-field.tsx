import { Field } from '@base-ui/react/field';
import styles from './form.module.css';

interface SelectFieldProps {
  /** The field's path in the body of the call, so that the server's error is shown beside it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A choice with the list of the browser, which phones show in their own way. */
export function SelectField({ name, label, hint, value, options, onChange }: SelectFieldProps) {
  return (
    <Field.Root name={name} className={styles.field}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      <Field.Control
        render={(control) => (
          <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
        className={styles.control}
      />
      <Field.Error className={styles.error} />
    </Field.Root>
  );
}
