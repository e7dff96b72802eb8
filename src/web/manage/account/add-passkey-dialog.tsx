import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownAccountEndpoints } from '../../../contract/own-account.ts';
import { useApi } from '../../api/api-client.tsx';
import { FormDialog } from '../shell/dialog/form-dialog.tsx';
import formStyles from '../shell/form/form.module.css';
import { TextField } from '../shell/form/text-field.tsx';
import { useNotify } from '../shell/notifications.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { createPasskey } from './create-passkey.ts';
import { ownAccountKey } from './own-account.ts';

/** Asks for the password, and then the browser for a fingerprint, a face or a PIN. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const { call } = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const [name, setName] = useState(t('account.passkey_default'));
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<'cancelled' | 'exists'>();
  const submit = async () => {
    setRefused(undefined);
    const options = await call(ownAccountEndpoints.startPasskey, { body: { password }, maxAttempts: 1 });
    const created = await createPasskey(options);
    if (typeof created === 'string') return setRefused(created);
    await call(ownAccountEndpoints.addPasskey, { body: { name, credential: created }, maxAttempts: 1 });
    await queries.invalidateQueries({ queryKey: ownAccountKey });
    notify({ text: t('account.added', { name }) });
    onClose();
  };
  return (
    <FormDialog
      title={t('account.add')}
      submitLabel={t('account.continue')}
      isDirty={password !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('account.passkey_name')}
        hint={t('account.passkey_name_hint')}
        value={name}
        onChange={setName}
        isRequired
        maxLength={120}
      />
      <TextField
        name="password"
        label={t('account.present')}
        hint={t('account.password_why')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
      {refused !== undefined && (
        <p role="alert" className={formStyles.failure}>
          {t(`account.${refused}`)}
        </p>
      )}
    </FormDialog>
  );
}
