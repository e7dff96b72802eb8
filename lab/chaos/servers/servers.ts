/** What each kind of environment starts: the server processes and the services that they share. */
import type { Supervised } from '../../../scripts/services/supervisor.ts';
import type { Database } from '../../../src/server/database/database.ts';
import type { TcpProxy } from '../../../tests/support/tcp-proxy.ts';
import type { HaCluster } from './ha-servers.ts';

/** The network between one server process and its database and bus. */
export type NetworkPaths = Readonly<Record<'database' | 'bus', TcpProxy>>;

/** The server processes may reach the push service of the phone, which is on this machine. */
export const localServices = { PUSH_ALLOWED_HOSTS: '127.0.0.1' };

/** Starts the server processes. `firstSettings`: additional environment variables of the first process. */
export type StartServers = (
  folder: string,
  releaseLink: string,
  firstSettings: Readonly<Record<string, string>>,
) => Promise<{
  /** The origin for browsers and devices. */
  readonly url: string;
  readonly apps: readonly Supervised[];
  readonly postgres?: Supervised;
  readonly nats?: Supervised;
  /** The services on three machines, in the environment `ha`. */
  readonly ha?: HaCluster;
  /** The supervised processes of all services. */
  readonly processes: readonly Supervised[];
  /** The network paths of each server process. Empty on SQLite. */
  readonly networkPaths: readonly NetworkPaths[];
  /** A connection to the database that no fault cuts. */
  readonly database: Database;
}>;
