import { Field } from '@base-ui/react/field';
import { FormRow, formControlClass, type FormRowProps } from '../../ui/form/form-row.tsx';

interface SelectFieldProps<Value extends string> extends FormRowProps {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A form row with a `select` element, for which phones show a control of their own. */
export function SelectField<Value extends string>({ value, options, onChange, ...row }: SelectFieldProps<Value>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <FormRow {...row}>
      <Field.Control
        render={(control) => (
          <select {...control} value={value} onChange={({ target }) => choose(target.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
        className={formControlClass}
      />
    </FormRow>
  );
}
