import type { ConnectionSettings } from '../../../src/server/equipment/connection.ts';
import { addNameParts } from '../../../src/server/equipment/room-names.ts';
import { sampleConnections } from './sample-connections.ts';

/**
 * Creates a connection with one room, `harbour/room-1`, that has devices in these roles. Its topic is its name. Devices
 * are called `fall_1`, or `fall-device/fall` if a name has parts. `sample`: the sample connection whose preset is used.
 */
export function roomWith(sample: string, roles: readonly string[], name = sample): ConnectionSettings {
  const connection = sampleConnections.find((one) => one.name === sample);
  if (connection === undefined) throw new Error(`the samples have no connection ${sample}`);
  const { preset } = connection;
  const names = roles.map((role) => {
    const hasParts = preset.roles[role]?.parts !== undefined;
    return [role, hasParts ? `${role}-device/${role}` : `${role}_1`] as const;
  });
  const rooms = [{ room: 'room-1', names: addNameParts(Object.fromEntries(names), preset) }];
  return { ...connection, name, topic: name, rooms };
}
