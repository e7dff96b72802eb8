/** All connections of the equipment file. */
import type { Message, ParsedMessage } from '../mqtt/message.ts';
import { type ConnectionSettings, createConnection } from './connection.ts';

export interface Equipment {
  /** MQTT topic filters of all connections. */
  readonly filters: readonly string[];
  /** The name of the connection that a topic belongs to; undefined if it belongs to none. */
  connectionOf(topic: string): string | undefined;
  /** Returns undefined for a message that belongs to no connection. */
  parseMessage(message: Message): ParsedMessage | undefined;
  /** The rooms of a connection, as `location/room`; empty for an unknown connection. */
  roomsOf(connection: string): readonly string[];
  /** Parses a JSON body that was posted to a connection. Returns undefined for an unknown connection. */
  parsePosted(connection: string, json: unknown, isVisible: (room: string) => boolean): ParsedMessage | undefined;
}

export function createEquipment(settings: readonly ConnectionSettings[]): Equipment {
  const connections = settings.map(createConnection);
  const findByTopic = (topic: string) => connections.find((one) => `${topic}/`.startsWith(`${one.topic}/`));
  const findByName = (name: string) => connections.find((one) => one.name === name);
  return {
    filters: connections.flatMap(({ filters }) => filters),
    connectionOf: (topic) => findByTopic(topic)?.name,
    parseMessage: (message) => findByTopic(message.topic)?.parseMessage(message),
    roomsOf: (name) => findByName(name)?.rooms ?? [],
    parsePosted: (name, json, isVisible) => findByName(name)?.parsePosted(json, isVisible),
  };
}

export const noEquipment = createEquipment([]);
