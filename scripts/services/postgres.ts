/** Starts a PostgreSQL server that uses little memory and stores its data in a folder. */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { requireProgram } from './find-programs.mjs';
import { freePort } from './ports.ts';
import { startService } from './service.ts';

export type PostgresService = Awaited<ReturnType<typeof startPostgres>>;

export interface PostgresOptions {
  /** The folder of the data, created by the first start. The user of PostgreSQL must be able to enter its parents. */
  readonly folder: string;
  /** Additional settings of postgresql.conf, as `name=value`. */
  readonly settings?: readonly string[];
}

const user = 'room_status';
const lowMemorySettings = ['shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=256MB'];

/** Starts PostgreSQL. Resolves when it accepts connections and has the database `room_status`. */
export async function startPostgres({ folder, settings = [] }: PostgresOptions) {
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
  /** Returns the address of a database, with the password. */
  const url = (database = user) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  // Clients connect by TCP only, because PostgreSQL refuses a Unix socket whose path is too long.
  const network = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  const allSettings = [...network, ...lowMemorySettings, ...settings];
  const service = await startService({
    name: 'PostgreSQL',
    port,
    logFile: join(folder, 'postgres.log'),
    file: requireProgram('postgres'),
    args: ['-D', dataFolder, ...allSettings.flatMap((line) => ['-c', line])],
    spawnOptions: { ...owner, cwd: folder },
    // SIGINT is PostgreSQL's fast shutdown: it is clean and does not wait for clients.
    stopSignal: 'SIGINT',
    isReady: () =>
      withClient(url('postgres'), (client) => client.query('select 1')).then(
        () => true,
        () => false,
      ),
  });
  const createDatabase = (name: string) =>
    withClient(url('postgres'), async (client) => {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
    });
  await createDatabase(user);
  return { ...service, dataFolder, url, createDatabase };
}

/** Returns the user `postgres` of Debian's package if this process is root: PostgreSQL refuses to run as root. */
export function ownerOfData(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener for errors, a lost connection would end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
