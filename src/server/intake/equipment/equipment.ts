/** All connections of the equipment file. */
import { type ConnectionSettings, createConnection } from './connection.ts';

export type Equipment = ReturnType<typeof createEquipment>;

export function createEquipment(settings: readonly ConnectionSettings[]) {
  const connections = settings.map(createConnection);
  return {
    /** MQTT topic filters of all connections. */
    filters: connections.flatMap(({ filters }) => filters),
    /** The connection that a topic belongs to. */
    findByTopic: (topic: string) => connections.find((one) => `${topic}/`.startsWith(`${one.topic}/`)),
    findByName: (name: string) => connections.find((one) => one.name === name),
  };
}

export const noEquipment = createEquipment([]);
