import { useState } from 'react';
import { deviceKeyEndpoints } from '../../../../contract/manage/device-keys.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useMe } from '../../../api/me.ts';
import { Dialog } from '../../shell/dialog/dialog.tsx';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { usePlaces } from '../../home/places.ts';
import { scopeOfValue, scopeOptions } from '../../home/scopes.ts';
import { SelectField } from '../../shell/form/select-field.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { CreatedKey } from './created-key.ts';
import { NewKey } from './new-key.tsx';

interface NewKeyDialogProps {
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

export function NewKeyDialog({ onCreated, onClose }: NewKeyDialogProps) {
  const { t } = useTexts();
  const [created, setCreated] = useState<CreatedKey>();
  if (created === undefined) {
    return (
      <KeyForm
        onCreated={(key) => {
          setCreated(key);
          onCreated();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={t('devices.new_key')} onClose={onClose}>
      <NewKey created={created} onDone={onClose} />
    </Dialog>
  );
}

interface KeyFormProps {
  readonly onCreated: (created: CreatedKey) => void;
  readonly onClose: () => void;
}

function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const { t } = useTexts();
  const api = useApi();
  const scopes = useScopeOptions();
  const [name, setName] = useState('');
  const [rate, setRate] = useState('');
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? scopes[0]?.value ?? '';
  const submit = async () => {
    // The places are not loaded yet.
    if (value === '') return;
    const body = { name, scope: scopeOfValue(value), ratePerSecond: rate === '' ? null : Number(rate) };
    onCreated(await api.call(deviceKeyEndpoints.createDeviceKey, { body, maxAttempts: 1 }));
  };
  return (
    <FormDialog
      title={t('devices.new_key')}
      submitLabel={t('devices.make_key')}
      isDirty={name !== '' || rate !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('devices.key_for')}
        hint={t('devices.key_for_hint')}
        value={name}
        onChange={setName}
        isRequired
        maxLength={120}
      />
      <SelectField name="scope" label={t('devices.scope')} value={value} options={scopes} onChange={setChosen} />
      <TextField
        name="ratePerSecond"
        type="number"
        label={t('devices.rate')}
        hint={t('devices.rate_hint')}
        value={rate}
        onChange={setRate}
        validate={(text) => (text === '' || /^[1-9]\d{0,5}$/.test(text) ? undefined : t('devices.rate_wrong'))}
      />
    </FormDialog>
  );
}

/** The places that the user manages, and everything for who manages everything. */
function useScopeOptions() {
  const { t } = useTexts();
  const { data: me } = useMe();
  const { places } = usePlaces();
  const managesEverything = me?.rights.some(({ role, scope }) => role !== 'ward-nurse' && scope.kind === 'everything');
  const everything = { value: 'everything', label: t('devices.everything') };
  return [...(places === undefined ? [] : scopeOptions(places)), ...(managesEverything === true ? [everything] : [])];
}
