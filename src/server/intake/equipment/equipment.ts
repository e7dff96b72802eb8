/** All connections of the equipment file. */
import { type Connection, type ConnectionSettings, createConnection } from './connection.ts';

export interface Equipment {
  /** MQTT topic filters of all connections. */
  readonly filters: readonly string[];
  /** The connection that a topic belongs to. */
  findByTopic(topic: string): Connection | undefined;
  findByName(name: string): Connection | undefined;
}

export function createEquipment(settings: readonly ConnectionSettings[]): Equipment {
  const connections = settings.map(createConnection);
  return {
    filters: connections.flatMap(({ filters }) => filters),
    findByTopic: (topic) => connections.find((one) => `${topic}/`.startsWith(`${one.topic}/`)),
    findByName: (name) => connections.find((one) => one.name === name),
  };
}

export const noEquipment = createEquipment([]);
