/** All connections of the equipment file together, as the ways in see them. */
import type { Message, Reading } from '../mqtt/message.ts';
import { type ConnectionSettings, createConnection } from './connection.ts';

export interface Equipment {
  /** Topic filters of what is read. */
  readonly filters: readonly string[];
  /** The name of the connection that a topic belongs to; undefined: to none. */
  connectionOf(topic: string): string | undefined;
  /** Undefined: the message belongs to none. */
  read(message: Message): Reading | undefined;
  /** What was sent to a connection by its name alone, without a topic. Undefined: there is no such connection. */
  readPosted(connection: string, payload: Uint8Array): Reading | undefined;
}

export function createEquipment(settings: readonly ConnectionSettings[]): Equipment {
  const connections = settings.map(createConnection);
  const ofTopic = (topic: string) => connections.find((one) => `${topic}/`.startsWith(`${one.topic}/`));
  return {
    filters: connections.flatMap(({ filters }) => filters),
    connectionOf: (topic) => ofTopic(topic)?.name,
    read: (message) => ofTopic(message.topic)?.read(message),
    readPosted: (name, payload) => {
      const connection = connections.find((one) => one.name === name);
      return connection?.read({ topic: `${connection.topic}/posted`, payload, retainedAt: null });
    },
  };
}

export const noEquipment = createEquipment([]);
