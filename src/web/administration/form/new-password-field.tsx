import { minPasswordLength } from '../../../contract/fields.ts';
import { useTexts } from '../use-texts.ts';
import { TextField } from './text-field.tsx';

interface NewPasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for a new password, as opposed to the present password of a user. */
export function NewPasswordField(field: NewPasswordFieldProps) {
  const { t } = useTexts();
  const rule = t('account.new_hint', { length: String(minPasswordLength) });
  return (
    <TextField
      {...field}
      hint={rule}
      type="password"
      autoComplete="new-password"
      isRequired
      validate={(password) => (Array.from(password).length < minPasswordLength ? rule : undefined)}
    />
  );
}
