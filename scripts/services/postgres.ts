/** Starts a PostgreSQL server with its data in a folder. It is durable and uses little memory. */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { requireProgram } from './find-programs.mjs';
import { freePort } from './ports.ts';
import { type Service, startService } from './service.ts';

export interface PostgresService extends Service {
  /** Address of a database, with the password. The database `room_status` exists already. */
  url(database?: string): string;
  createDatabase(name: string): Promise<void>;
}

export interface PostgresOptions {
  /** Created at the first start. The user that runs PostgreSQL must be able to enter its parent folders. */
  readonly folder: string;
  /** Lines of postgresql.conf, as `name=value`. */
  readonly settings?: readonly string[];
}

const user = 'room_status';
const lowMemorySettings = ['shared_buffers=32MB', 'max_connections=100', 'min_wal_size=32MB', 'max_wal_size=256MB'];
const durableSettings = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'];
/** The system limits the length of a socket's path. */
const maxSocketPathLength = 85;

/** Resolves when it accepts connections. */
export async function startPostgres({ folder, settings = [] }: PostgresOptions): Promise<PostgresService> {
  const [dataFolder, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  const owner = ownerOfData();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (owner !== undefined) await chown(passwordFile, owner.uid, owner.gid);
    const args = ['-D', dataFolder, '-U', user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    args.push('--encoding=UTF8', '--locale=C', '--no-sync');
    await promisify(execFile)(requireProgram('initdb'), args, { ...owner, cwd: folder });
  }
  const password = await readFile(passwordFile, 'utf8');
  const port = await freePort();
  const url = (database = user) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  // Without a socket when its path would be too long.
  const socketFolder = folder.length > maxSocketPathLength ? '' : folder;
  const network = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${socketFolder}`];
  const allSettings = [...network, ...lowMemorySettings, ...durableSettings, ...settings];
  const service = await startService({
    name: 'PostgreSQL',
    port,
    logFile: join(folder, 'postgres.log'),
    file: requireProgram('postgres'),
    args: ['-D', dataFolder, ...allSettings.flatMap((line) => ['-c', line])],
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
  await createDatabase(user);
  return { ...service, url, createDatabase };
}

/** PostgreSQL refuses to run as root. Debian's package creates the user `postgres` for it. */
function ownerOfData(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
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
