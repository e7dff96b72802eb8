import type { ComponentProps } from 'react';
import { maxNameLength } from '../../../contract/fields.ts';
import { TextField } from './text-field.tsx';

interface NameFieldProps extends Omit<ComponentProps<typeof TextField>, 'name'> {
  /** The name of the field in the body of the call. Default: `displayName`. */
  readonly name?: string;
}

/** A field for the name of a place, a room, a person or a device key. */
export function NameField({ name = 'displayName', ...field }: NameFieldProps) {
  return <TextField {...field} name={name} isRequired maxLength={maxNameLength} />;
}
