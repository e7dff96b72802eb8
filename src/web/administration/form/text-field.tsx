import { Field } from '@base-ui/react/field';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { FormRow, formControlClass, type FormRowProps } from '../../ui/form/form-row.tsx';
import { useTexts } from '../use-texts.ts';

interface TextFieldProps extends FormRowProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'number' | 'search' | 'time' | 'date' | undefined;
  /** The number of visible lines of the field. Undefined: the field has one line. */
  readonly rows?: number | undefined;
  /** Whether the text is a name that a device or a product uses, which the keyboard of a phone must not correct. */
  readonly isVerbatim?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  /** Returns the error text of an invalid value. Called when the form is submitted, and after that at each change. */
  readonly validate?: ((value: string) => string | undefined) | undefined;
}

/** A text field with its label above and its error below. */
export function TextField(props: TextFieldProps) {
  const { t } = useTexts();
  const { name, label, hint, value, onChange, type = 'text', rows, isVerbatim = false } = props;
  const { isRequired = false, maxLength, autoComplete = 'off', validate } = props;
  const check = (entered: unknown) => {
    const text = typeof entered === 'string' ? entered : '';
    if (isRequired && text.trim() === '') return t('shell.fill_in');
    return validate?.(text) ?? null;
  };
  return (
    <FormRow name={name} label={label} hint={hint} validate={check}>
      <Field.Control
        className={formControlClass}
        dir="auto"
        value={value}
        maxLength={maxLength}
        autoComplete={autoComplete}
        onValueChange={onChange}
        {...(isVerbatim && { spellCheck: false, autoCapitalize: 'none' })}
        {...(rows === undefined ? { type } : { render: <textarea rows={rows} /> })}
      />
    </FormRow>
  );
}
