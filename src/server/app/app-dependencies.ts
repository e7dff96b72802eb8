/** What the routes of the app need. `start/start-server.ts` creates it. */
import type { IncomingMessage } from 'node:http';
import type { EquipmentManageOptions } from '../equipment/manage/equipment-manage-routes.ts';
import type { Authenticator } from '../identity/authenticator.ts';
import type { StatusPorts } from '../status/status-ports.ts';
import type { PageEnvironment } from './config.ts';
import type { ServerServices } from './start/create-services.ts';

export interface AppDependencies
  extends
    Pick<
      ServerServices,
      | 'fastify'
      | 'database'
      | 'bus'
      | 'metrics'
      | 'now'
      | 'disk'
      | 'receiver'
      | 'intake'
      | 'unknownRooms'
      | 'devices'
      | 'deviceClocks'
      | 'equipment'
      | 'listeners'
      | 'contactSender'
      | 'boardFeed'
      | 'phones'
      | 'reads'
    >,
    Pick<StatusPorts, 'startedAt' | 'provider' | 'providerWarnings' | 'facts'> {
  /** What the administration of equipment needs of the intake: a reload, the broker of MQTT_URL, the check of hosts. */
  readonly equipmentSources: Pick<EquipmentManageOptions, 'reload' | 'fixedBroker' | 'isAllowedHost' | 'embeddedPort'>;
  /** The address of the client that sent a request, also behind a reverse proxy. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly authenticator: Authenticator;
  readonly issuer: string;
  /** The origins of the endpoints of external providers. The page may connect to them. */
  readonly endpointOrigins: () => readonly string[];
  /** The folder of the built web app. Undefined: only the API is served. */
  readonly webFolder: string | undefined;
  /** Whether there is an access file: each start then replaces the rights in the database by those of the file. */
  readonly hasAccessFile: boolean;
  readonly environments: readonly PageEnvironment[];
  readonly publicUrl: string;
  readonly version: string;
  readonly heartbeatMs: number;
  /** How often the session and the rights of a viewer are checked. Undefined: the default. */
  readonly recheckMs?: number;
}
