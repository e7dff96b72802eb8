/** The topology of deploy/ as plain processes on one machine: PostgreSQL, NATS, server processes and a TLS front. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startNats, type NatsService } from '../services/nats.ts';
import { freePort } from '../services/ports.ts';
import { type PostgresService, startPostgres } from '../services/postgres.ts';
import type { Service } from '../services/service.ts';
import { createAppProcess } from './app-process.ts';
import { startFront } from './front.ts';

export interface ClusterOptions<Services extends DataServices = SingleServices> {
  /** The folder of all data and logs. */
  readonly folder: string;
  /** The number of server processes. */
  readonly processes: number;
  /** The port of the front; a free port by default. */
  readonly frontPort?: number;
  /** The arguments of the first server process. All other server processes get `--no-demo`. */
  readonly firstArgs?: readonly string[];
  /** Additional environment variables of the server process with this index, such as the address of a proxy. */
  readonly settingsFor?: (index: number, services: Services) => Promise<Readonly<Record<string, string>>>;
  /** The folder of the project that the server processes run; this project by default. */
  readonly root?: string;
  /** Additional settings of postgresql.conf, as `name=value`. */
  readonly postgresSettings?: readonly string[];
}

/** What the servers share. */
export interface DataServices {
  readonly databaseUrl: string;
  readonly natsUrl: string;
}

/** One PostgreSQL and one NATS. */
export interface SingleServices extends DataServices {
  readonly postgres: PostgresService;
  readonly nats: NatsService;
}

/** `onStart`: called with each service, to stop it. */
type StartServices<Services> = (folder: string, onStart: (service: Service) => void) => Promise<Services>;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts the cluster with one PostgreSQL and one NATS. Resolves when all its processes run. */
export function startCluster(options: ClusterOptions) {
  const { postgresSettings = [] } = options;
  return startClusterOn(options, async (folder, onStart) => {
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: postgresSettings });
    onStart(postgres);
    const nats = await startNats({ folder: join(folder, 'nats') });
    onStart(nats);
    return { postgres, nats, databaseUrl: postgres.url(), natsUrl: nats.url };
  });
}

/** Starts the services that the servers share, then the servers and the front. Resolves when all processes run. */
export async function startClusterOn<Services extends DataServices>(
  options: ClusterOptions<Services>,
  startServices: StartServices<Services>,
) {
  const { folder, processes } = options;
  const started: Service[] = [];
  /** Stops the processes in the reverse order of their start. */
  const stop = async (): Promise<void> => {
    for (const service of started.toReversed()) await service.stop();
  };
  await mkdir(folder, { recursive: true });
  // PostgreSQL runs as another user of the system, who must be able to enter this folder. Its own folder is private.
  await chmod(folder, 0o711);
  try {
    const services = await startServices(folder, (service) => started.push(service));
    const frontPort = options.frontPort ?? (await freePort());
    const apps: Service[] = [];
    for (let index = 0; index < processes; index += 1) {
      const app = await createApp(options, index, frontPort, services);
      started.push(app);
      apps.push(app);
      await app.start();
    }
    const appPorts = apps.map(({ port }) => port);
    const front = await startFront({ folder: join(folder, 'front'), port: frontPort, appPorts });
    started.push(front);
    return { ...services, apps, front, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createApp<Services extends DataServices>(
  options: ClusterOptions<Services>,
  index: number,
  frontPort: number,
  services: Services,
) {
  const { folder, root, settingsFor, firstArgs = ['--no-demo'] } = options;
  const name = `server-${index + 1}`;
  return createAppProcess({
    name,
    port: await freePort(),
    logFile: join(folder, `${name}.log`),
    args: index === 0 ? firstArgs : ['--no-demo'],
    settings: {
      ROOM_STATUS_URL: `https://localhost:${frontPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
      DATA_DIR: join(folder, name),
      DATABASE_URL: services.databaseUrl,
      NATS_URL: services.natsUrl,
      ...(await settingsFor?.(index, services)),
    },
    ...(root !== undefined && { root }),
  });
}
