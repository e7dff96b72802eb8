import { useState } from 'react';
import { deviceKeyEndpoints } from '../../../contract/devices/device-keys.ts';
import { useApi } from '../../api/api-client.tsx';
import { Button } from '../../ui/button/button.tsx';
import { ManageForm } from '../../administration/form/manage-form.tsx';
import { NameField } from '../../administration/form/name-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type CreatedKey, CreatedKeyView } from '../keys/new-key.tsx';
import { NewestReport } from './newest-report.tsx';
import type { FirstHome, SetUpState } from '../../identity/set-up-state.ts';
import pageStyles from '../../ui/page/page.module.css';

interface DeviceStepProps {
  readonly setUp: SetUpState;
  readonly home: FirstHome;
  /** Whether the server does not respond, so that a report would not be shown. */
  readonly isOffline: boolean;
}

/** The last step of the set-up: creates a key for the first device, and shows the report that the device sends. */
export function DeviceStep({ setUp, home, isOffline }: DeviceStepProps) {
  const { t } = useTexts();
  const [created, setCreated] = useState<CreatedKey>();
  const [wantsKey, setWantsKey] = useState(false);
  const isWaiting = created !== undefined || (setUp.hasDeviceKey && !wantsKey);
  return (
    <>
      <h2 className={pageStyles.heading}>{t('devices.set_up.device_title')}</h2>
      {!isWaiting && <KeyForm home={home} onCreated={setCreated} />}
      {created !== undefined && <CreatedKeyView created={created} />}
      {created === undefined && isWaiting && setUp.newestReport === null && (
        <>
          <p>{t('devices.set_up.key_lost')}</p>
          <Button onClick={() => setWantsKey(true)}>{t('devices.set_up.key_another')}</Button>
        </>
      )}
      {isWaiting && <NewestReport report={setUp.newestReport} home={home} isOffline={isOffline} />}
    </>
  );
}

interface KeyFormProps {
  readonly home: FirstHome;
  readonly onCreated: (created: CreatedKey) => void;
}

/** Creates a device key whose scope is this home only, because other homes have keys of their own. */
function KeyForm({ home, onCreated }: KeyFormProps) {
  const { t } = useTexts();
  const api = useApi();
  const [name, setName] = useState(() => t('devices.set_up.device_default'));
  const submit = async () => {
    const body = { name, scope: { kind: 'location', uuid: home.locationUUID } } as const;
    onCreated(await api.call(deviceKeyEndpoints.createDeviceKey, { body, maxAttempts: 1 }));
  };
  return (
    <>
      <p>{t('devices.set_up.device_text')}</p>
      <ManageForm submitLabel={t('devices.set_up.device_submit')} onSubmit={submit}>
        <NameField name="name" label={t('devices.set_up.device_name')} value={name} onChange={setName} />
      </ManageForm>
    </>
  );
}
