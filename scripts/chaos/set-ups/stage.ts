/** What violence is done to: a running set-up with reporters and viewers, and all that can be taken from it. */
import type { Database } from '../../../src/server/database/database.ts';
import type { TcpProxy } from '../../../tests/support/tcp-proxy.ts';
import type { ChaosHome } from '../people/home.ts';
import type { Reporter } from '../people/reporter.ts';
import type { Session } from '../people/session.ts';
import type { Supervised } from './supervisor.ts';
import type { Viewer } from '../people/viewer.ts';

export type StageKind = 'sqlite' | 'cluster';

/** What a violence needs that an ordinary stage has not. */
export type StageNeed = 'small-disk' | 'own-clock' | 'few-reports';

export interface StageOptions {
  readonly need?: StageNeed;
  readonly callsPerSecond?: number;
  readonly viewersAWard?: number;
}

/** The ways between one server process and what it stands on; all of them can be cut. */
export interface Ways {
  readonly database: TcpProxy;
  readonly bus: TcpProxy;
}

/** What runs, before anybody watches or reports. */
export interface SetUp {
  readonly kind: StageKind;
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
  readonly ways: readonly Ways[];
  /** The database as it is, past all that is cut. */
  readonly truth: Database;
  readonly home: ChaosHome;
  /** What the front is to be trusted by; undefined without TLS. */
  readonly certificateFile: string | undefined;
  /** The folder of a file system that can be filled up. */
  readonly smallDisk: string | undefined;
  /** The file that says by how much the clock of the first server process is off. */
  readonly clockFile: string | undefined;
  close(): Promise<void>;
}

export interface Stage extends SetUp {
  readonly session: Session;
  readonly reporter: Reporter;
  readonly viewers: readonly Viewer[];
}
