/** The clients that are connected to the embedded broker, and the device session of each. */
import type { Client } from 'aedes';
import type { DeviceSession } from './device-session.ts';

export type ClientRegistry = ReturnType<typeof createClientRegistry>;

export function createClientRegistry() {
  const open = new Set<Client>();
  // The address and the session are kept after the connection was closed, because the last will is published then. A
  // weak map needs no removal.
  const addresses = new WeakMap<Client, string>();
  const sessions = new WeakMap<Client, DeviceSession>();
  const disconnectedByServer = new WeakSet<Client>();
  let isClosing = false;
  const openSessions = () =>
    [...open].flatMap((client) => {
      const session = sessions.get(client);
      return session === undefined ? [] : [{ client, session }];
    });

  return {
    add: (client: Client, address: string) => {
      open.add(client);
      addresses.set(client, address);
      client.conn.once('close', () => {
        open.delete(client);
        void sessions.get(client)?.close();
      });
    },
    /** The network address of the client, for the log. */
    addressOf: (client: Client) => addresses.get(client) ?? 'tcp://unknown',
    startSession: (client: Client, session: DeviceSession) => void sessions.set(client, session),
    /** The session of the client. Undefined until the client has sent a valid device key. */
    sessionOf: (client: Client) => sessions.get(client),
    openSessions,
    countOfKey: (keyId: string) => openSessions().filter(({ session }) => session.caller.keyId === keyId).length,
    /** The clients that have sent no valid key yet, the oldest first. */
    unauthenticated: () => [...open].filter((client) => !client.closed && !sessions.has(client)),
    /** Whether the device of a closed client has another connection now. */
    hasReconnected: ({ id }: Client) => [...open].some((other) => !other.closed && other.id === id),
    disconnect: (client: Client) => {
      disconnectedByServer.add(client);
      client.close();
    },
    /** True if the server closed this client. Its last will is ignored then, because the device is not offline. */
    isDisconnectedByServer: (client: Client) => disconnectedByServer.has(client),
    isClosing: () => isClosing,
    /** Accepts no more messages, and resolves when the accepted messages are stored or rejected. */
    close: async () => {
      isClosing = true;
      await Promise.all(openSessions().map(({ session }) => session.close()));
    },
  };
}
