import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import styles from './form.module.css';

export interface FormRowProps {
  /** The path of the field in the body of the call. A server error with this path is shown beside the field. */
  readonly name: string;
  readonly label: string;
  /** A sentence below the label that explains the field. */
  readonly hint?: string | undefined;
}

interface FormRowOptions extends FormRowProps, Pick<ComponentProps<typeof Field.Root>, 'validate'> {
  /** The control of the row, such as an `input`. It needs the class `formControlClass`. */
  readonly children: ReactNode;
}

/** The CSS class that the control of a form row needs. */
export const formControlClass = styles.control;

/** A row of a form: the label, a hint, the control, and its error. */
export function FormRow({ name, label, hint, validate, children }: FormRowOptions) {
  return (
    <Field.Root name={name} {...(validate !== undefined && { validate })} className={styles.field}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      {hint !== undefined && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      {children}
      <Field.Error className={styles.error} />
    </Field.Root>
  );
}
