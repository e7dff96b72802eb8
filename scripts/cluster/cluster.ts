/** The topology of deploy/ as plain processes on one machine: PostgreSQL, NATS, server processes and a TLS front. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startNats, type NatsService } from '../services/nats.ts';
import { freePort } from '../services/ports.ts';
import { type PostgresService, startPostgres } from '../services/postgres.ts';
import type { Service } from '../services/service.ts';
import { createAppProcess } from './app-process.ts';
import { startFront } from './front.ts';

export interface ClusterOptions {
  /** The folder of all data and logs. */
  readonly folder: string;
  /** The number of server processes. */
  readonly processes: number;
  /** The port of the front; a free port by default. */
  readonly frontPort?: number;
  /** The arguments of the first server process. All other server processes get `--no-demo`. */
  readonly firstArgs?: readonly string[];
  /** Additional environment variables of the server process with this index, such as the address of a proxy. */
  readonly settingsFor?: (index: number, services: ClusterServices) => Promise<Readonly<Record<string, string>>>;
  /** The folder of the project that the server processes run; this project by default. */
  readonly root?: string;
  /** Additional settings of postgresql.conf, as `name=value`. */
  readonly postgresSettings?: readonly string[];
}

interface ClusterServices {
  readonly postgres: PostgresService;
  readonly nats: NatsService;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts the cluster. Resolves when all its processes run. */
export async function startCluster(options: ClusterOptions) {
  const { folder, processes, postgresSettings = [] } = options;
  const started: Service[] = [];
  /** Stops the processes in the reverse order of their start. */
  const stop = async (): Promise<void> => {
    for (const service of started.toReversed()) await service.stop();
  };
  await mkdir(folder, { recursive: true });
  // PostgreSQL runs as another user of the system, who must be able to enter this folder. Its own folder is private.
  await chmod(folder, 0o711);
  try {
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: postgresSettings });
    started.push(postgres);
    const nats = await startNats({ folder: join(folder, 'nats') });
    started.push(nats);
    const frontPort = options.frontPort ?? (await freePort());
    const apps: Service[] = [];
    for (let index = 0; index < processes; index += 1) {
      const app = await createApp(options, index, frontPort, { postgres, nats });
      started.push(app);
      apps.push(app);
      await app.start();
    }
    const appPorts = apps.map(({ port }) => port);
    const front = await startFront({ folder: join(folder, 'front'), port: frontPort, appPorts });
    started.push(front);
    return { postgres, nats, apps, front, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createApp(options: ClusterOptions, index: number, frontPort: number, services: ClusterServices) {
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
      DATABASE_URL: services.postgres.url(),
      NATS_URL: services.nats.url,
      ...(await settingsFor?.(index, services)),
    },
    ...(root !== undefined && { root }),
  });
}
