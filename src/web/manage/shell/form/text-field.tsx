import { Field } from '@base-ui/react/field';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { useTexts } from '../use-texts.ts';
import styles from './form.module.css';

interface TextFieldProps {
  /** The field's path in the body of the call, so that the server's error is shown beside it. */
  readonly name: string;
  readonly label: string;
  /** A sentence below the label. */
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'number' | 'search' | 'time' | 'date' | undefined;
  readonly isRequired?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  /** Returns what is wrong with the value, if anything. Called when the form is submitted, and then at each change. */
  readonly validate?: ((value: string) => string | undefined) | undefined;
}

/** A line of text with its label, and its error below it. */
export function TextField(props: TextFieldProps) {
  const { t } = useTexts();
  const { name, label, hint, value, onChange, type = 'text', isRequired = false, maxLength, validate } = props;
  const check = (entered: unknown) => {
    const text = typeof entered === 'string' ? entered : '';
    if (isRequired && text.trim() === '') return t('reasons.missing');
    return validate?.(text) ?? null;
  };
  return (
    <Field.Root name={name} validate={check} className={styles.field}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      <Field.Control
        className={styles.control}
        type={type}
        dir="auto"
        value={value}
        maxLength={maxLength}
        autoComplete={props.autoComplete ?? 'off'}
        onValueChange={onChange}
      />
      <Field.Error className={styles.error} />
    </Field.Root>
  );
}
