/** The server processes of an environment, with the services that they use and a seeded home. */
import type { Service } from '../../../scripts/services/service.ts';
import type { Database } from '../../../src/server/database/database.ts';
import type { TcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { type LabHome, seedHome } from '../../shared/home.ts';
import type { Supervised } from './supervisor.ts';

/** The network between one server process and its database and bus. */
export interface NetworkPaths {
  readonly database: TcpProxy;
  readonly bus: TcpProxy;
}

/** Given to the function that starts the servers. */
export interface ServerOptions {
  /** All files of the environment. */
  readonly folder: string;
  /** The folder of the database; a file system of its own in the variant `small-disk`. */
  readonly dataFolder: string;
  /** The first server process follows this clock; undefined but in the variant `fake-clock`. */
  readonly clockFile: string | undefined;
  readonly hasSmallDisk: boolean;
}

export interface Servers {
  /** Origin for browsers and devices. */
  readonly url: string;
  readonly apps: readonly Supervised[];
  /** Creates another process in place of this one, from another copy of the project. Does not start it. */
  readonly createApp: (index: number, root: string) => Service;
  readonly postgres?: Supervised;
  readonly nats?: Supervised;
  readonly front?: Supervised;
  /** One for each server process; none on SQLite. */
  readonly networkPaths: readonly NetworkPaths[];
  /** A connection to the database that no fault cuts. */
  readonly database: Database;
  readonly home: LabHome;
  /** Certificate of the TLS front; undefined without TLS. */
  readonly certificateFile?: string;
  close(): Promise<void>;
}

/** Three ordinary wards, and a last one of the size of a whole house. */
const wardSizes = [12, 12, 12, 400] as const;

/** Every fourth room has a bed sensor, whose status is debounced. */
export function seedChaosHome(database: Database): Promise<LabHome> {
  return seedHome(database, wardSizes, (index) => (index % 4 === 3 ? 'bed-sensor' : 'camera'));
}
