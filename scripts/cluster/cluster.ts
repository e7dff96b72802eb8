/** The topology of deploy/ as plain processes on one machine: PostgreSQL, NATS, server processes and a TLS front. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startNats, type NatsService } from '../services/nats.ts';
import { freePort } from '../services/ports.ts';
import { type PostgresService, startPostgres } from '../services/postgres.ts';
import type { Service } from '../services/service.ts';
import { createAppProcess } from './app-process.ts';
import { type Front, startFront } from './front.ts';

export interface ClusterOptions {
  /** All data and logs. */
  readonly folder: string;
  /** Number of server processes. */
  readonly processes: number;
  /** Port of the front; a free one by default. */
  readonly frontPort?: number;
  /** Arguments of the first server process. The others get `--no-demo`. */
  readonly firstArgs?: readonly string[];
  /** More environment variables of a server process, by its index. A test may insert a proxy before the services. */
  readonly settingsFor?: (index: number, services: ClusterServices) => Promise<Readonly<Record<string, string>>>;
  /** The checkout that the server processes run; this one by default. */
  readonly root?: string;
  /** Lines of postgresql.conf. */
  readonly postgresSettings?: readonly string[];
  readonly progress?: (step: string) => void;
}

interface ClusterServices {
  readonly postgres: PostgresService;
  readonly nats: NatsService;
}

export interface Cluster extends ClusterServices {
  readonly front: Front;
  readonly apps: readonly Service[];
  /** Stops everything in the reverse order of the start. */
  stop(): Promise<void>;
}

/** Resolves when everything runs. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, processes, progress = () => undefined } = options;
  const started: Service[] = [];
  const stop = async (): Promise<void> => {
    for (const service of started.toReversed()) await service.stop();
  };
  const keep = <T extends Service>(service: T): T => {
    started.push(service);
    return service;
  };
  await mkdir(folder, { recursive: true });
  // PostgreSQL runs as another user and must be able to enter this folder. Its own folder is private.
  await chmod(folder, 0o711);
  try {
    progress('Starting PostgreSQL and NATS');
    const postgresSettings = options.postgresSettings ?? [];
    const postgres = keep(await startPostgres({ folder: join(folder, 'postgres'), settings: postgresSettings }));
    const nats = keep(await startNats({ folder: join(folder, 'nats') }));
    const frontPort = options.frontPort ?? (await freePort());
    const apps: Service[] = [];
    for (let index = 0; index < processes; index += 1) {
      const app = keep(await createApp(options, index, frontPort, { postgres, nats }));
      progress(`Starting ${app.name}`);
      await app.start();
      apps.push(app);
    }
    progress('Starting nginx');
    const appPorts = apps.map(({ port }) => port);
    const front = keep(await startFront({ folder: join(folder, 'front'), port: frontPort, appPorts }));
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
