/** What the routes of the app need. `start/start-server.ts` makes it. */
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { IdentityProvider } from '../identity-provider/create-identity-provider.ts';
import type { Authenticator } from '../identity/authenticator.ts';
import type { RecordBattery } from '../intake/battery/battery-record.ts';
import type { DeviceAuthenticator } from '../intake/device-keys/device-authenticator.ts';
import type { Equipment } from '../intake/equipment/equipment.ts';
import type { EquipmentManageOptions } from '../intake/equipment/manage/equipment-manage-routes.ts';
import type { RecordUnknownRoom } from '../intake/rooms/unknown-rooms.ts';
import type { DeviceClocks } from '../rooms/reports/device-clocks.ts';
import type { ReportReceiver } from '../rooms/reports/receive-report.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { Reason } from '../shared/reason.ts';
import type { RecentEvents } from '../shared/recent-events.ts';
import type { PageEnvironment } from './config.ts';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** What the system status needs beside the parts of the app. */
export interface StatusPorts {
  /** The machine and the port of this process. */
  readonly processName: string;
  readonly events: RecentEvents;
  /** The file of the embedded database. Undefined: the data are in PostgreSQL. */
  readonly databaseFile: string | undefined;
  readonly auditRetentionDays: number;
  /** Whether an external MQTT broker is read, by this process or another one. */
  readonly isBrokerUsed: boolean;
  /** Whether this process reads it now. */
  readonly isBrokerRead: () => boolean;
  /** Seconds since the watchdog last checked all streams. Undefined: it has not started yet. */
  readonly watchdogAgeSeconds: () => number | undefined;
}

export interface AppDependencies {
  readonly fastify: FastifyInstance;
  readonly database: Database;
  readonly bus: Bus;
  readonly receiver: ReportReceiver;
  readonly devices: DeviceAuthenticator;
  readonly deviceClocks: Pick<DeviceClocks, 'errorMs' | 'warnings'>;
  readonly equipment: Equipment;
  /** The equipment file and the brokers, for the administration. */
  readonly equipmentSources: Omit<EquipmentManageOptions, 'database' | 'now' | 'equipment'>;
  /** Called for an item of a device whose room does not exist. */
  readonly onUnknownRoom: RecordUnknownRoom;
  /** Called for the battery and signal of a source of a room. */
  readonly onMeasured: RecordBattery;
  /** Whether the disk of the embedded database is full, so that no report is stored. */
  readonly isDiskFull: () => boolean;
  readonly metrics: Metrics;
  /** The token for GET /metrics. Undefined: the path does not exist. */
  readonly metricsToken: string | undefined;
  readonly now: () => number;
  /** When the server started, in epoch milliseconds. Undefined: now. */
  readonly startedAt?: number;
  /** The address of the client that sent a request, also behind a reverse proxy. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly authenticator: Authenticator;
  readonly issuer: string;
  /** The origins of the endpoints of external providers. The page may connect to them. */
  readonly endpointOrigins: () => readonly string[];
  /** Problems of the external provider, such as a wrong clock. */
  readonly providerWarnings: () => readonly Reason[];
  /** The embedded identity provider. Undefined: an external provider is used. */
  readonly provider: IdentityProvider | undefined;
  /** The folder of the built web app. Undefined: only the API is served. */
  readonly webFolder: string | undefined;
  /** Each start replaces the rights in the database by those of an access file. */
  readonly hasAccessFile: boolean;
  /** The port of the embedded MQTT broker. Null: it does not run. */
  readonly mqttPort: number | null;
  readonly status: StatusPorts;
  readonly environments: readonly PageEnvironment[];
  readonly publicUrl: string;
  readonly version: string;
  readonly heartbeatMs: number;
  /** How often the session and the rights of a viewer are checked. Undefined: the default. */
  readonly recheckMs?: number;
}
