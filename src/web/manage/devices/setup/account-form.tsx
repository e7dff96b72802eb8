import { useState } from 'react';
import { minPasswordLength } from '../../../../contract/manage/fields.ts';
import { setUpEndpoints } from '../../../../contract/manage/set-up.ts';
import { useApi } from '../../../api/api-client.tsx';
import { ApiError } from '../../../api/api-error.ts';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import { UsernameField } from '../../shell/form/username-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';

interface AccountFormProps {
  readonly code: string;
  /** Goes to the sign-in, where the new password is typed once more. */
  readonly onCreated: (username: string) => Promise<void>;
  /** Called when the code is no longer valid. */
  readonly onRefused: () => unknown;
}

export function AccountForm({ code, onCreated, onRefused }: AccountFormProps) {
  const { t } = useTexts();
  const api = useApi();
  const [displayName, setDisplayName] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const submit = async () => {
    const name = username.trim();
    const body = { code, username: name, displayName, password };
    try {
      await api.call(setUpEndpoints.createFirstAccount, { body, maxAttempts: 1 });
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) onRefused();
      throw error;
    }
    await onCreated(name);
  };
  return (
    <>
      <h2 className={pageStyles.heading}>{t('devices.set_up.account_title')}</h2>
      <p>{t('devices.set_up.account_text')}</p>
      <ManageForm
        submitLabel={t('devices.set_up.account_submit')}
        isDirty={displayName !== '' || username !== '' || password !== ''}
        onSubmit={submit}
      >
        <TextField
          name="displayName"
          label={t('devices.set_up.display_name')}
          value={displayName}
          onChange={setDisplayName}
          autoComplete="name"
          isRequired
          maxLength={120}
        />
        <UsernameField
          hint={t('devices.set_up.username_hint')}
          value={username}
          onChange={setUsername}
          autoComplete="username"
        />
        <PasswordField value={password} onChange={setPassword} />
      </ManageForm>
    </>
  );
}

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PasswordField({ value, onChange }: PasswordFieldProps) {
  const { t } = useTexts();
  const rule = t('devices.set_up.password_hint', { length: String(minPasswordLength) });
  return (
    <TextField
      name="password"
      type="password"
      label={t('devices.set_up.password')}
      hint={rule}
      value={value}
      onChange={onChange}
      autoComplete="new-password"
      isRequired
      validate={(password) => (Array.from(password).length >= minPasswordLength ? undefined : rule)}
    />
  );
}
