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
  /** More environment variables of a server process, by its index. */
  readonly settingsFor?: (index: number) => Readonly<Record<string, string>>;
  /** Addresses of the database and the bus for a server process. A test may insert a proxy. */
  readonly addressesFor?: (index: number, services: ClusterServices) => Promise<ClusterAddresses>;
  /** Lines of postgresql.conf. */
  readonly postgresSettings?: readonly string[];
  /** Data folder of PostgreSQL; inside `folder` by default. */
  readonly postgresFolder?: string;
  readonly progress?: (step: string) => void;
}

export interface ClusterServices {
  readonly postgres: PostgresService;
  readonly nats: NatsService;
}

export interface ClusterAddresses {
  readonly databaseUrl: string;
  readonly natsUrl: string;
}

export interface Cluster extends ClusterServices {
  readonly front: Front;
  readonly apps: readonly Service[];
  /** Creates a server process with the settings of this one, from another copy of the project. Does not start it. */
  readonly createApp: (index: number, root: string) => Service;
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
    const postgres = keep(
      await startPostgres({
        folder: options.postgresFolder ?? join(folder, 'postgres'),
        settings: options.postgresSettings ?? [],
      }),
    );
    const nats = keep(await startNats({ folder: join(folder, 'nats') }));
    const frontPort = options.frontPort ?? (await freePort());
    const makers: ((root?: string) => Service)[] = [];
    for (let number = 0; number < processes; number += 1) {
      const addresses = await (options.addressesFor ?? directAddresses)(number, { postgres, nats });
      const appOptions = await appOptionsOf(options, number, frontPort, addresses);
      makers.push((root) => createAppProcess({ ...appOptions, ...(root !== undefined && { root }) }));
    }
    const apps = makers.map((make) => make());
    for (const app of apps) {
      progress(`Starting ${app.name}`);
      await keep(app).start();
    }
    progress('Starting nginx');
    const appPorts = apps.map(({ port }) => port);
    const front = keep(await startFront({ folder: join(folder, 'front'), port: frontPort, appPorts }));
    const createApp = (number: number, root: string): Service => {
      const make = makers[number];
      if (make === undefined) throw new Error(`there is no server process ${number}`);
      return make(root);
    };
    return { postgres, nats, apps, front, createApp, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function appOptionsOf(options: ClusterOptions, index: number, frontPort: number, addresses: ClusterAddresses) {
  const { folder, settingsFor = () => ({}), firstArgs = ['--no-demo'] } = options;
  const name = `server-${index + 1}`;
  return {
    name,
    port: await freePort(),
    logFile: join(folder, `${name}.log`),
    args: index === 0 ? firstArgs : ['--no-demo'],
    settings: {
      ROOM_STATUS_URL: `https://localhost:${frontPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
      DATA_DIR: join(folder, name),
      DATABASE_URL: addresses.databaseUrl,
      NATS_URL: addresses.natsUrl,
      ...settingsFor(index),
    },
  };
}

async function directAddresses(_number: number, { postgres, nats }: ClusterServices): Promise<ClusterAddresses> {
  return { databaseUrl: postgres.url(), natsUrl: nats.url };
}
