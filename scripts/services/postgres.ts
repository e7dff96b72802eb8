/** Starts a PostgreSQL server with its data in a folder. It is durable and uses little memory. */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findProgram } from './find-programs.mjs';
import { freePort } from './ports.ts';
import { createService, type Service } from './service.ts';

export interface PostgresService extends Service {
  /** Address of a database, with the password. The database `room_status` exists already. */
  url(database?: string): string;
  createDatabase(name: string): Promise<void>;
}

export interface PostgresOptions {
  /** Created at the first start. The user that runs PostgreSQL must be able to enter its parent folders. */
  readonly folder: string;
  readonly port?: number;
  /** Lines of postgresql.conf, as `name=value`. */
  readonly settings?: readonly string[];
}

const user = 'room_status';
const lowMemorySettings = ['shared_buffers=32MB', 'max_connections=100', 'min_wal_size=32MB', 'max_wal_size=256MB'];
const durableSettings = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'];
/** The system limits the length of a socket's path. */
const maxSocketPathLength = 85;

/** Resolves when it accepts connections. */
export async function startPostgres({ folder, port, settings = [] }: PostgresOptions): Promise<PostgresService> {
  const [dataFolder, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  const owner = ownerOfData();
  const [program, initdb] = [programOf('postgres'), programOf('initdb')];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (owner !== undefined) await chown(passwordFile, owner.uid, owner.gid);
    const args = ['-D', dataFolder, '-U', user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    await promisify(execFile)(initdb, [...args, '--encoding=UTF8', '--locale=C', '--no-sync'], {
      ...owner,
      cwd: folder,
    });
  }
  const password = await readFile(passwordFile, 'utf8');
  const chosenPort = port ?? (await freePort());
  const url = (database = user) => `postgres://${user}:${password}@127.0.0.1:${chosenPort}/${database}`;
  const network = [
    'listen_addresses=127.0.0.1',
    `port=${chosenPort}`,
    `unix_socket_directories=${socketFolder(folder)}`,
  ];
  const service = createService({
    name: 'PostgreSQL',
    port: chosenPort,
    logFile: join(folder, 'postgres.log'),
    file: program,
    args: [
      '-D',
      dataFolder,
      ...[...network, ...lowMemorySettings, ...durableSettings, ...settings].flatMap((line) => ['-c', line]),
    ],
    spawnOptions: { ...owner, cwd: folder },
    // SIGINT is PostgreSQL's fast shutdown: it is clean and does not wait for clients.
    stopSignal: 'SIGINT',
    isReady: () => canConnect(url('postgres')),
  });
  const createDatabase = (name: string) =>
    withClient(url('postgres'), async (client) => {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
    });
  await service.start();
  await createDatabase(user);
  return { ...service, url, createDatabase };
}

function programOf(name: string): string {
  const file = findProgram(name);
  if (file === undefined) throw new Error(`PostgreSQL is not installed: there is no ${name}`);
  return file;
}

/** PostgreSQL refuses to run as root. Debian's package creates the user `postgres` for it. */
function ownerOfData(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function socketFolder(folder: string): string {
  return folder.length > maxSocketPathLength ? '' : folder;
}

async function canConnect(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return true;
  } catch {
    return false;
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener a lost connection would end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
