import { useState } from 'react';
import { useTexts } from '../use-texts.ts';
import { isSameName } from './is-same-name.ts';
import { TextField } from './text-field.tsx';

/** Takes the name of an object before a destructive step. */
export function ConfirmationField({ name }: { readonly name: string }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  return (
    <TextField
      name="confirmation"
      label={t('shell.type_name', { name })}
      value={typed}
      onChange={setTyped}
      isRequired
      validate={(value) => (isSameName(value, name) ? undefined : t('shell.type_name_wrong', { name }))}
    />
  );
}
