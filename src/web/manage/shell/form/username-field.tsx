import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import { Username } from '../../../../contract/manage/fields.ts';
import { useTexts } from '../use-texts.ts';
import { TextField } from './text-field.tsx';

/** The username of a new account. */
export function UsernameField(
  props: Pick<ComponentProps<typeof TextField>, 'hint' | 'value' | 'onChange' | 'autoComplete'>,
) {
  const { t } = useTexts();
  return (
    <TextField
      {...props}
      name="username"
      label={t('shell.username')}
      isRequired
      maxLength={100}
      validate={(value) => (z.safeParse(Username, value.trim()).success ? undefined : t('reasons.username'))}
    />
  );
}
