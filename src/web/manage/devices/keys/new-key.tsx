import { useApi } from '../../../api/api-client.tsx';
import { CopyLine } from '../../shell/one-time-secret/copy-line.tsx';
import { OneTimeSecret } from '../../shell/one-time-secret/one-time-secret.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { type CreatedKey, exampleRoomOf, mqttExample } from './created-key.ts';

interface NewKeyProps {
  readonly created: CreatedKey;
  readonly onDone?: () => void;
}

/** A device key that was just made, with lines that are ready to try. */
export function NewKey({ created, onDone }: NewKeyProps) {
  const { key: deviceKey } = created;
  const room = exampleRoomOf(created);
  const { t } = useTexts();
  const { baseUrl } = useApi();
  const url = new URL(`${baseUrl}/reports`, location.href).href;
  const report = JSON.stringify({ room, status: 'out_of_bed' });
  const curl = `curl -X POST ${url} -H "Authorization: Bearer ${deviceKey}" -H "Content-Type: application/json" -d '${report}'`;
  const mqtt = mqttExample(created, location.hostname);
  return (
    <OneTimeSecret
      notice={t('devices.key_once')}
      label={t('devices.key')}
      secret={deviceKey}
      qrLabel={t('devices.qr')}
      onDone={onDone}
    >
      <CopyLine label={t('devices.try_http')} text={curl} />
      {created.mqttPort === null && <p className={pageStyles.detail}>{t('devices.mqtt_off')}</p>}
      {mqtt !== undefined && <CopyLine label={t('devices.try_mqtt')} text={mqtt} />}
    </OneTimeSecret>
  );
}
