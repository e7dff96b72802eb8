/** All connections of the equipment file together, as the ways in see them. */
import type { Message, ParsedMessage } from '../mqtt/message.ts';
import { type ConnectionSettings, createConnection } from './connection.ts';

export interface Equipment {
  /** Topic filters of what is read. */
  readonly filters: readonly string[];
  /** The name of the connection that a topic belongs to; undefined: to none. */
  connectionOf(topic: string): string | undefined;
  /** Undefined: the message belongs to none. */
  read(message: Message): ParsedMessage | undefined;
  /** Of a connection, as `location/room`; none: there is no such connection. */
  roomsOf(connection: string): readonly string[];
  /**
   * What was sent to a connection by its name alone, without a topic, as far as it is about rooms that are open to
   * its sender. Undefined: there is no such connection.
   */
  readPosted(connection: string, payload: Uint8Array, isOpen: (room: string) => boolean): ParsedMessage | undefined;
}

export function createEquipment(settings: readonly ConnectionSettings[]): Equipment {
  const connections = settings.map(createConnection);
  const ofTopic = (topic: string) => connections.find((one) => `${topic}/`.startsWith(`${one.topic}/`));
  return {
    filters: connections.flatMap(({ filters }) => filters),
    connectionOf: (topic) => ofTopic(topic)?.name,
    read: (message) => ofTopic(message.topic)?.read(message),
    roomsOf: (name) => connections.find((one) => one.name === name)?.rooms ?? [],
    readPosted: (name, payload, isOpen) => {
      const connection = connections.find((one) => one.name === name);
      return connection?.read({ topic: `${connection.topic}/posted`, payload, retainedAt: null }, isOpen);
    },
  };
}

export const noEquipment = createEquipment([]);
