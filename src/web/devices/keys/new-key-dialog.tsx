import { useState } from 'react';
import { deviceKeyEndpoints, maxRatePerSecond } from '../../../contract/devices/device-keys.ts';
import { useApi } from '../../api/api-client.tsx';
import { useMe } from '../../api/me.ts';
import { FormDialog } from '../../administration/dialog/form-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { usePlaces } from '../../home/places.ts';
import { scopeOfValue, scopeOptions } from '../../home/scopes.ts';
import { SelectField } from '../../administration/form/select-field.tsx';
import { NameField } from '../../administration/form/name-field.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type CreatedKey, CreatedKeyView } from './new-key.tsx';

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
    <Dialog title={t('devices.new_key')}>
      <CreatedKeyView created={created} onDone={onClose} />
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
    // Ignores a submit before the places are loaded, because the key has no scope until then.
    if (value === '') return;
    const body = { name, scope: scopeOfValue(value), ratePerSecond: rate === '' ? null : Number(rate) };
    onCreated(await api.call(deviceKeyEndpoints.createDeviceKey, { body, maxAttempts: 1 }));
  };
  return (
    <FormDialog
      title={t('devices.new_key')}
      submitLabel={t('devices.make_key')}
      isDirty={name !== '' || rate !== ''}
      responseLostText={t('devices.key_answer_lost')}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField
        name="name"
        label={t('devices.key_for')}
        hint={t('devices.key_for_hint')}
        value={name}
        onChange={setName}
      />
      <SelectField name="scope" label={t('devices.scope')} value={value} options={scopes} onChange={setChosen} />
      <TextField
        name="ratePerSecond"
        type="number"
        label={t('devices.rate')}
        hint={t('devices.rate_hint')}
        value={rate}
        onChange={setRate}
        validate={(text) => (isRate(text) ? undefined : t('devices.rate_wrong', { max: String(maxRatePerSecond) }))}
      />
    </FormDialog>
  );
}

function isRate(text: string): boolean {
  return text === '' || (/^[1-9]\d*$/.test(text) && Number(text) <= maxRatePerSecond);
}

/** The scopes of a new key to choose from: the places that the user manages, or everything if the user manages it. */
function useScopeOptions() {
  const { t } = useTexts();
  const { data: me } = useMe();
  const { places } = usePlaces();
  const managesEverything = me?.rights.some(({ role, scope }) => role !== 'ward-nurse' && scope.kind === 'everything');
  const everything = { value: 'everything', label: t('devices.everything') };
  return [...(places === undefined ? [] : scopeOptions(places)), ...(managesEverything === true ? [everything] : [])];
}
