import { useState } from 'react';
import { setUpEndpoints } from '../../../contract/identity/set-up.ts';
import { useApi } from '../../api/api-client.tsx';
import { ApiError } from '../../api/api-error.ts';
import { ManageForm } from '../../administration/form/manage-form.tsx';
import { NameField } from '../../administration/form/name-field.tsx';
import { NewPasswordField } from '../../administration/form/new-password-field.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import pageStyles from '../../ui/page/page.module.css';

interface AccountFormProps {
  readonly code: string;
  /** Called when the account exists. Goes to the sign-in page, where the user enters the new password again. */
  readonly onCreated: (username: string) => Promise<void>;
  /** Called when the setup code is no longer valid. */
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
        <NameField
          label={t('devices.set_up.display_name')}
          value={displayName}
          onChange={setDisplayName}
          autoComplete="name"
        />
        <TextField
          name="username"
          label={t('shell.username')}
          hint={t('devices.set_up.username_hint')}
          value={username}
          onChange={setUsername}
          autoComplete="username"
          isRequired
          maxLength={100}
        />
        <NewPasswordField
          name="password"
          label={t('devices.set_up.password')}
          value={password}
          onChange={setPassword}
        />
      </ManageForm>
    </>
  );
}
