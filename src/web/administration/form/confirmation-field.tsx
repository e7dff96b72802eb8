import { useState } from 'react';
import { useTexts } from '../use-texts.ts';
import { TextField } from './text-field.tsx';

/** A field in which the user types the name of an object to confirm a destructive step, such as its removal. */
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

/**
 * Whether the typed text is the name. Several spaces or no-break spaces are one space, and accents are normalized,
 * because names from spreadsheets and file names of macOS contain characters that nobody can type.
 */
export function isSameName(typed: string, name: string): boolean {
  return normalizeName(typed) === normalizeName(name);
}

function normalizeName(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
