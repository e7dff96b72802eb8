/** All connections of the equipment file. They are replaced as a whole when the file has changed. */
import { isDeepStrictEqual } from 'node:util';
import { type ConnectionSettings, createConnection } from './connection.ts';

export type Equipment = ReturnType<typeof createEquipment>;

/** `filters`: the MQTT topic filters of the connections that are new or have changed. */
type OnReplaced = (filters: readonly string[]) => void;

/** `now`: epoch milliseconds. */
export function createEquipment(initial: readonly ConnectionSettings[], now: () => number = Date.now) {
  let settings = initial;
  let connections = initial.map(createConnection);
  let isOutdated = false;
  const receivedAt = new Map<string, number>();
  const listeners = new Set<OnReplaced>();

  return {
    settings: () => settings,
    /** MQTT topic filters of all connections. */
    filters: () => connections.flatMap(({ filters }) => filters),
    /** The connection that a topic belongs to. */
    findByTopic: (topic: string) => connections.find((one) => `${topic}/`.startsWith(`${one.topic}/`)),
    findByName: (name: string) => connections.find((one) => one.name === name),
    /** Replaces the connections. Later messages are parsed with the new ones. Returns false if nothing has changed. */
    replace: (next: readonly ConnectionSettings[]): boolean => {
      if (isDeepStrictEqual(next, settings)) return false;
      const isChanged = (one: ConnectionSettings) => !settings.some((before) => isDeepStrictEqual(before, one));
      const changed = new Set(next.filter(isChanged).map(({ name }) => name));
      settings = next;
      connections = next.map(createConnection);
      const filters = connections.flatMap((one) => (changed.has(one.name) ? one.filters : []));
      for (const listener of listeners) listener(filters);
      return true;
    },
    /** Whether the changed file is wrong, so that the previous connections stay in effect. */
    isOutdated: () => isOutdated,
    setOutdated: (value: boolean) => {
      isOutdated = value;
    },
    /** To be called for each message of a connection. */
    received: (name: string) => void receivedAt.set(name, now()),
    /** The connections, and when each last sent a message since the start. */
    lastReceived: () => settings.map(({ name }) => ({ name, receivedAt: receivedAt.get(name) ?? null })),
    onReplaced: (listener: OnReplaced) => void listeners.add(listener),
  };
}

export const noEquipment = createEquipment([]);
