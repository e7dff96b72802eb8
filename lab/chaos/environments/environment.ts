/** What fault is done to: a running set-up with reporters and viewers, and all that can be taken from it. */
import type { Database } from '../../../src/server/database/database.ts';
import type { TcpProxy } from '../../../tests/support/tcp-proxy.ts';
import type { ChaosHome } from '../actors/home.ts';
import type { Reporter } from '../actors/reporter.ts';
import type { Session } from '../actors/session.ts';
import type { Supervised } from './supervisor.ts';
import type { Viewer } from '../actors/viewer.ts';

export type EnvironmentKind = 'sqlite' | 'cluster';

/** What a fault needs that an ordinary environment has not. */
export type Requirement = 'small-disk' | 'own-clock' | 'few-reports';

export interface EnvironmentOptions {
  readonly need?: Requirement;
  readonly callsPerSecond?: number;
  readonly viewersAWard?: number;
}

/** The networkPaths between one server process and what it stands on; all of them can be cut. */
export interface NetworkPaths {
  readonly database: TcpProxy;
  readonly bus: TcpProxy;
}

/** What runs, before anybody watches or reports. */
export interface Infrastructure {
  readonly kind: EnvironmentKind;
  /** Origin for people and devices. */
  readonly url: string;
  /** All of its files. */
  readonly folder: string;
  readonly apps: readonly Supervised[];
  /** A server process as that one, from another copy of the project; not started. */
  readonly otherBuild: (index: number, root: string) => Supervised['service'];
  readonly postgres: Supervised | undefined;
  readonly nats: Supervised | undefined;
  readonly front: Supervised | undefined;
  /** One a server process; none where nothing is between. */
  readonly networkPaths: readonly NetworkPaths[];
  /** The database as it is, past all that is cut. */
  readonly database: Database;
  readonly home: ChaosHome;
  /** What the front is to be trusted by; undefined without TLS. */
  readonly certificateFile: string | undefined;
  /** The folder of a file system that can be filled up. */
  readonly smallDisk: string | undefined;
  /** The file that says by how much the clock of the first server process is off. */
  readonly clockFile: string | undefined;
  close(): Promise<void>;
}

export interface Environment extends Infrastructure {
  readonly session: Session;
  readonly reporter: Reporter;
  readonly viewers: readonly Viewer[];
}
