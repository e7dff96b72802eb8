import type * as z from 'zod/mini';
import type { deviceKeyEndpoints } from '../../../../contract/manage/device-keys.ts';

export type CreatedKey = z.output<typeof deviceKeyEndpoints.createDeviceKey.response>;

/** A room for which the key may report, as devices name it. */
export function exampleRoomOf({ exampleRoom }: Pick<CreatedKey, 'exampleRoom'>): string {
  return exampleRoom ?? 'LOCATION/ROOM';
}

/** A command that reports by MQTT. Undefined: the broker does not run, or the room has no alias and so no short topic. */
export function mqttExample({ key, exampleRoom, mqttPort }: CreatedKey, host: string): string | undefined {
  const room = exampleRoomOf({ exampleRoom });
  if (mqttPort === null || !room.includes('/')) return undefined;
  return `mosquitto_pub -h ${host} -p ${mqttPort} -u device -P ${key} -q 1 -t roomstatus/${room}/status -m out_of_bed`;
}
