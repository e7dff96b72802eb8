import type * as z from 'zod/mini';
import type { deviceKeyEndpoints } from '../../../contract/devices/device-keys.ts';
import { useApi } from '../../api/api-client.tsx';
import { CopyLine } from '../../administration/one-time-secret/copy-line.tsx';
import { OneTimeSecret } from '../../administration/one-time-secret/one-time-secret.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import textStyles from '../../ui/text.module.css';

export type CreatedKey = z.output<typeof deviceKeyEndpoints.createDeviceKey.response>;

interface NewKeyProps {
  readonly created: CreatedKey;
  readonly onDone?: () => void;
}

/** Shows a new device key, with command lines that send a report with it. */
export function CreatedKeyView({ created, onDone }: NewKeyProps) {
  const { key: deviceKey, exampleRoom, mqttPort } = created;
  const room = exampleRoom ?? 'LOCATION/ROOM';
  const { t } = useTexts();
  const { baseUrl } = useApi();
  const url = new URL(`${baseUrl}/reports`, location.href).href;
  const report = JSON.stringify({ room, status: 'out_of_bed' });
  const curl = `curl -X POST ${url} -H "Authorization: Bearer ${deviceKey}" -H "Content-Type: application/json" -d '${report}'`;
  // The MQTT topic contains `location/room`. A room without an alias has no such short name.
  const hasMqtt = mqttPort !== null && room.includes('/');
  const mqtt = `mosquitto_pub -h ${location.hostname} -p ${mqttPort} -u device -P ${deviceKey} -q 1 -t roomstatus/${room}/status -m out_of_bed`;
  return (
    <OneTimeSecret
      notice={t('devices.key_once')}
      label={t('devices.key')}
      secret={deviceKey}
      qrLabel={t('devices.qr')}
      usedBy="devices"
      onDone={onDone}
    >
      <CopyLine label={t('devices.try_http')} text={curl} />
      {mqttPort === null && <p className={textStyles.detail}>{t('devices.mqtt_off')}</p>}
      {hasMqtt && <CopyLine label={t('devices.try_mqtt')} text={mqtt} />}
    </OneTimeSecret>
  );
}
