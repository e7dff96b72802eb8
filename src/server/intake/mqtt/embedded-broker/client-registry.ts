/** The clients that are connected to the embedded broker, and the device session of each. */
import type { Client } from 'aedes';
import type { DeviceSession } from './device-session.ts';

interface RegisteredClient {
  /** For the log. */
  readonly address: string;
  /** Undefined until the client has sent a valid device key. */
  session: DeviceSession | undefined;
  /** The server has closed the connection, so its last will is not true. */
  isDisconnectedByServer: boolean;
}

export type ClientRegistry = ReturnType<typeof createClientRegistry>;

/** How long a client stays registered after its connection has broken: until aedes has published its last will. */
const willTimeoutMs = 5_000;

export function createClientRegistry() {
  const clients = new Map<Client, RegisteredClient>();
  let isClosing = false;
  const sessionOf = (client: Client) => clients.get(client)?.session;

  return {
    add: (client: Client, address: string) => {
      clients.set(client, { address, session: undefined, isDisconnectedByServer: false });
      client.conn.once('close', () => {
        if (sessionOf(client) === undefined) clients.delete(client);
        // aedes emits no `clientDisconnect` for a client that breaks off during its CONNECT.
        else setTimeout(() => clients.delete(client), willTimeoutMs).unref();
      });
    },
    has: (client: Client) => clients.has(client),
    addressOf: (client: Client) => clients.get(client)?.address ?? 'tcp://unknown',
    sessionOf,
    startSession: (client: Client, session: DeviceSession) => {
      const registered = clients.get(client);
      if (registered !== undefined) registered.session = session;
    },
    countOfKey: (keyId: string) =>
      [...clients.values()].filter(({ session }) => session?.caller.keyId === keyId).length,
    sessions: () =>
      [...clients].flatMap(([client, { session }]) => (session === undefined ? [] : [{ client, session }])),
    isDisconnectedByServer: (client: Client) => clients.get(client)?.isDisconnectedByServer === true,
    /** Whether the device has connected again. */
    isBack: ({ id }: Client) => [...clients.keys()].some((other) => !other.closed && other.id === id),
    disconnect: (client: Client) => {
      const registered = clients.get(client);
      if (registered !== undefined) registered.isDisconnectedByServer = true;
      client.close();
    },
    /** For a client that has disconnected. aedes has published its last will before. */
    remove: (client: Client) => {
      sessionOf(client)?.disconnect();
      clients.delete(client);
    },
    isClosing: () => isClosing,
    /** Accepts no more messages, and resolves when the accepted ones are stored or given up. */
    close: async () => {
      isClosing = true;
      await Promise.all([...clients.values()].map(async ({ session }) => session?.close()));
    },
  };
}
