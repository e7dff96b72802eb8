import { useState } from 'react';
import { deviceKeyEndpoints } from '../../../../contract/manage/device-keys.ts';
import { useApi } from '../../../api/api-client.tsx';
import buttonStyles from '../../../ui/button.module.css';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import type { CreatedKey } from '../keys/created-key.ts';
import { NewKey } from '../keys/new-key.tsx';
import { NewestReport } from './newest-report.tsx';
import type { FirstHome, SetUpState } from './set-up-state.ts';

interface DeviceStepProps {
  readonly setUp: SetUpState;
  readonly home: FirstHome;
  /** The server does not answer, so a report would not be shown. */
  readonly isOffline: boolean;
  readonly onOpenBoard: () => void;
}

/** A key for the first device, and what was heard from it. */
export function DeviceStep({ setUp, home, isOffline, onOpenBoard }: DeviceStepProps) {
  const { t } = useTexts();
  const [created, setCreated] = useState<CreatedKey>();
  const [wantsKey, setWantsKey] = useState(false);
  const isWaiting = created !== undefined || (setUp.hasDeviceKey && !wantsKey);
  return (
    <>
      <h2 className={pageStyles.heading}>{t('devices.set_up.device_title')}</h2>
      {!isWaiting && <KeyForm home={home} onCreated={setCreated} />}
      {created !== undefined && <NewKey created={created} />}
      {created === undefined && isWaiting && setUp.newestReport === null && (
        <>
          <p>{t('devices.set_up.key_lost')}</p>
          <button type="button" className={buttonStyles.quiet} onClick={() => setWantsKey(true)}>
            {t('devices.set_up.key_another')}
          </button>
        </>
      )}
      {isWaiting && <NewestReport report={setUp.newestReport} isOffline={isOffline} onOpenBoard={onOpenBoard} />}
    </>
  );
}

interface KeyFormProps {
  readonly home: FirstHome;
  readonly onCreated: (created: CreatedKey) => void;
}

/** The key may report for this home only: another home gets keys of its own. */
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
        <TextField
          name="name"
          label={t('devices.set_up.device_name')}
          value={name}
          onChange={setName}
          isRequired
          maxLength={120}
        />
      </ManageForm>
    </>
  );
}
