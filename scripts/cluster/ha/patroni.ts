/** PostgreSQL under the control of Patroni: one member on each machine, of which one is the primary. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { fillTemplate } from '../../services/fill-template.ts';
import { requireProgram } from '../../services/find-programs.mjs';
import { killAtExit } from '../../services/kill-at-exit.ts';
import { ownerOfData } from '../../services/postgres.ts';
import { createService, type Service } from '../../services/service.ts';
import { type Machine, ports } from './machine.ts';

export interface PatroniMember {
  readonly name: string;
  readonly machine: Machine;
  /** Patroni with its PostgreSQL. `kill` kills both, as when the machine dies. */
  readonly service: Service;
  /** The `host:port` of PostgreSQL. */
  readonly postgresHost: string;
  /** Returns what Patroni says about the member; undefined while it does not answer. */
  readonly role: () => Promise<'primary' | 'sync standby' | 'other' | undefined>;
  /** Returns the process id of PostgreSQL. Undefined while it does not run. */
  readonly postgresPid: () => number | undefined;
  /** The origin of Patroni's API. */
  readonly apiUrl: string;
  /** The folder with the data of PostgreSQL and the settings. */
  readonly folder: string;
}

export interface PatroniOptions {
  readonly folder: string;
  readonly machines: readonly Machine[];
  readonly etcdHosts: readonly string[];
  /** Additional settings of PostgreSQL. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The settings of small caches and log segments, because all machines share this computer. */
const lowMemory = { shared_buffers: '32MB', min_wal_size: '32MB', max_wal_size: '256MB' };
const roleTimeoutMs = 2_000;

const settingsFile = join(import.meta.dirname, '../../../deploy/patroni/patroni.yml');

/** Creates the services without starting them, and the passwords of PostgreSQL. */
export async function createPatroni({ folder, machines, etcdHosts, parameters = {} }: PatroniOptions) {
  const passwords = await readPasswords(folder);
  const ownSettings = stringify({
    postgresql: { parameters: { unix_socket_directories: '', ...lowMemory, ...parameters } },
  });
  const template = fillTemplate(await readFile(settingsFile, 'utf8'), {
    ETCD_HOSTS: etcdHosts.join(','),
    POSTGRES_PROGRAMS: dirname(requireProgram('initdb')),
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
  });
  const members: PatroniMember[] = [];
  for (const machine of machines) members.push(await createMember(machine, folder, [template, ownSettings]));
  return { members, passwords };
}

/** Reads the passwords of an earlier start, or creates them. */
async function readPasswords(folder: string) {
  await mkdir(folder, { recursive: true });
  const read = async (name: string): Promise<string> => {
    const file = join(folder, `password-${name}`);
    if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
    return readFile(file, 'utf8');
  };
  return {
    superuser: await read('superuser'),
    replication: await read('replication'),
    application: await read('application'),
  };
}

/** Creates a member whose Patroni reads all these settings. */
async function createMember(machine: Machine, parent: string, settings: readonly string[]): Promise<PatroniMember> {
  const { address, number } = machine;
  const name = `postgres-${number}`;
  const folder = join(parent, `patroni-${number}`);
  const settingsFolder = join(folder, 'settings');
  const owner = ownerOfData();
  await mkdir(settingsFolder, { recursive: true, mode: 0o700 });
  for (const [index, text] of settings.entries()) {
    const file = join(settingsFolder, `${index}.yml`);
    const filled = fillTemplate(text, { NAME: name, ADDRESS: address, DATA_DIR: join(folder, 'data') });
    await writeFile(file, filled, { mode: 0o600 });
    if (owner !== undefined) await chown(file, owner.uid, owner.gid);
  }
  if (owner !== undefined) for (const one of [folder, settingsFolder]) await chown(one, owner.uid, owner.gid);
  const apiUrl = `http://${address}:${ports.patroni}`;
  const postgresPid = () => readPid(join(folder, 'data/postmaster.pid'));
  const service = createService({
    name,
    address,
    port: ports.postgres,
    logFile: join(parent, `${name}.log`),
    ...machine.run({
      file: requireProgram('patroni'),
      args: [settingsFolder],
      spawnOptions: { ...owner, cwd: folder, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: folder } },
    }),
    isReady: async () => (await statusOf(`${apiUrl}/health`)) === 200,
  });
  const killPostgres = () => killProcess(postgresPid());
  // PostgreSQL is the child of Patroni, so it would outlive a Patroni that is killed when this process ends.
  killAtExit(killPostgres);
  return {
    name,
    machine,
    folder,
    apiUrl,
    postgresHost: `${address}:${ports.postgres}`,
    postgresPid,
    role: () => roleOf(apiUrl),
    service: {
      ...service,
      kill: async () => {
        const killed = service.kill();
        killPostgres();
        await killed;
      },
    },
  };
}

async function roleOf(apiUrl: string): ReturnType<PatroniMember['role']> {
  const [primary, standby] = [await statusOf(`${apiUrl}/primary`), await statusOf(`${apiUrl}/sync`)];
  if (primary === undefined) return undefined;
  return primary === 200 ? 'primary' : standby === 200 ? 'sync standby' : 'other';
}

/** Returns the HTTP status of a response. Undefined: there is no response. */
async function statusOf(url: string): Promise<number | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(roleTimeoutMs) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status;
}

function readPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}

/** Kills a process. NOTE: the file of the process id may be older than the last start of the computer. */
function killProcess(pid: number | undefined): void {
  if (pid === undefined || !isPostgres(pid)) return;
  process.kill(pid, 'SIGKILL');
}

function isPostgres(pid: number): boolean {
  const file = `/proc/${pid}/comm`;
  return existsSync(file) && readFileSync(file, 'utf8').trim() === 'postgres';
}
