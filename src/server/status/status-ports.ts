import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { DiskSpace } from '../database/disk-space.ts';
import type { Equipment } from '../equipment/equipment.ts';
import type { IdentityProvider } from '../identity/provider/create-identity-provider.ts';
import type { DeviceClocks } from '../intake/reports/device-clocks.ts';
import type { ReportReceiver } from '../intake/reports/receive-reports.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { Reason } from '../shared/reason.ts';
import type { RecentEvents } from '../shared/recent-events.ts';

export interface StatusPorts {
  readonly database: Database;
  readonly bus: Pick<Bus, 'isConnected' | 'isShared'>;
  readonly disk: Pick<DiskSpace, 'isFull'>;
  readonly receiver: Pick<ReportReceiver, 'hasOutage'>;
  readonly equipment: Equipment;
  readonly deviceClocks: Pick<DeviceClocks, 'errorMs' | 'warnings'>;
  readonly metrics: Metrics;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** When the server started, in epoch milliseconds. */
  readonly startedAt: number;
  readonly version: string;
  /** The embedded identity provider. Undefined: an external provider is used. */
  readonly provider: IdentityProvider | undefined;
  /** Problems of the external provider, such as a wrong clock. */
  readonly providerWarnings: () => readonly Reason[];
  readonly facts: StatusFacts;
}

/** Facts that only the code that starts the server knows. */
export interface StatusFacts {
  /** The machine and the port. A process that is started again has the same name, so it replaces its earlier status. */
  readonly processName: string;
  readonly events: RecentEvents;
  /** The token for GET /metrics. Undefined: the path does not exist. */
  readonly metricsToken: string | undefined;
  /** The file of the embedded database. Undefined: the data are in PostgreSQL. */
  readonly databaseFile: string | undefined;
  /** Whether this process or another one reads an external MQTT broker. */
  readonly isBrokerUsed: () => boolean;
  /** Whether this process reads the external MQTT broker now. */
  readonly isBrokerRead: () => boolean;
  /** The first level of the topics to which room statuses are published. Undefined: they are not. */
  readonly publishedTopic: () => string | undefined;
  /** Whether this process publishes room statuses now. */
  readonly isPublishing: () => boolean;
  /** Seconds since the watchdog last checked all streams. Undefined: it has not started yet. */
  readonly watchdogAgeSeconds: () => number | undefined;
  /** Seconds since the alerts that nobody answers were last checked. Undefined: the checks have not started yet. */
  readonly messageCheckAgeSeconds: () => number | undefined;
}
