/** Holds the connections and the external broker in effect. A change replaces all connections at once. */
import { isDeepStrictEqual } from 'node:util';
import type { ExternalBroker } from './broker-address.ts';
import { type ConnectionSettings, createConnection } from './connection.ts';

export type Equipment = ReturnType<typeof createEquipment>;

/** Called after a change of connections. `filters`: the MQTT topic filters of the new and changed connections. */
type OnReplaced = (filters: readonly string[]) => void;

/** Creates the equipment with the stored connections. `now`: epoch milliseconds. */
export function createEquipment(initial: readonly ConnectionSettings[], now: () => number = Date.now) {
  let settings = initial;
  let broker: ExternalBroker | undefined;
  let connections = initial.map(createConnection);
  const receivedAt = new Map<string, number>();
  const listeners = new Set<OnReplaced>();
  const brokerListeners = new Set<() => void>();

  return {
    settings: () => settings,
    /** Returns the MQTT topic filters of all connections. */
    filters: () => connections.flatMap(({ filters }) => filters),
    /** Returns the connection that a topic belongs to. */
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
    /** Returns the external broker; undefined if there is none. */
    broker: () => broker,
    setBroker: (next: ExternalBroker | undefined): void => {
      if (isDeepStrictEqual(next, broker)) return;
      broker = next;
      for (const listener of brokerListeners) listener();
    },
    onBrokerReplaced: (listener: () => void) => void brokerListeners.add(listener),
    /** Call this for each message of the connection with the name. */
    received: (name: string) => void receivedAt.set(name, now()),
    /** Lists the connections with the time of the last message of each since the start. */
    lastReceived: () => settings.map(({ name }) => ({ name, receivedAt: receivedAt.get(name) ?? null })),
    onReplaced: (listener: OnReplaced) => void listeners.add(listener),
  };
}

export const emptyEquipment = createEquipment([]);
