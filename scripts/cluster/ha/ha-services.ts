/** Starts etcd, PostgreSQL with Patroni, and NATS on three machines, of which any one may die. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requireProgram } from '../../services/find-programs.mjs';
import { withClient } from '../../services/postgres.ts';
import { createService, type Service } from '../../services/service.ts';
import { createEtcd } from './etcd.ts';
import { loopbackMachines, type Machine, ports } from './machine.ts';
import { createPatroni, type PatroniMember } from './patroni.ts';

export interface HaOptions {
  readonly folder: string;
  /** Three machines. The first two have a PostgreSQL. Default: addresses of the loopback interface. */
  readonly machines?: readonly Machine[];
  /** Additional settings of PostgreSQL. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Called with each service before it starts. */
  readonly onStart?: (service: Service) => void;
}

const application = 'room_status';
const postgresCount = 2;
const startTimeoutMs = 60_000;

/** Resolves when PostgreSQL has a primary with a synchronous standby. */
export async function startHaServices(options: HaOptions) {
  const { folder, machines = loopbackMachines(3), parameters, onStart = () => undefined } = options;
  await mkdir(folder, { recursive: true });
  // PostgreSQL runs as another user of the system, who must be able to enter this folder.
  await chmod(folder, 0o711);
  const start = async (services: readonly Service[]) => {
    for (const service of services) onStart(service);
    await Promise.all(services.map((service) => service.start()));
  };
  const etcd = createEtcd(folder, machines);
  const nats = createNats(folder, machines);
  const { members, passwords } = await createPatroni({
    folder,
    machines: machines.slice(0, postgresCount),
    etcdHosts: etcd.map(({ clientHost }) => clientHost),
    ...(parameters !== undefined && { parameters }),
  });
  await start([...etcd, ...nats].map(({ service }) => service));
  await start(members.map(({ service }) => service));
  await untilSynchronous(members);
  const hosts = members.map(({ postgresHost }) => postgresHost).join(',');
  const urlOf = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@${hosts}/${database}`;
  await createApplicationDatabase(members, passwords);
  return {
    etcd,
    nats,
    postgres: members,
    databaseUrl: urlOf(application, passwords.application, application),
    natsUrl: nats.map(({ url }) => url).join(','),
    services: [...members, ...etcd, ...nats].map(({ service }) => service),
  };
}

function createNats(folder: string, machines: readonly Machine[]) {
  const routeOf = ({ address }: Machine) => `nats://${address}:${ports.natsRoutes}`;
  const routes = machines.map(routeOf).join(',');
  return machines.map((machine) => {
    const { address, number } = machine;
    const service = createService({
      name: `nats-${number}`,
      address,
      port: ports.nats,
      logFile: join(folder, `nats-${number}.log`),
      ...machine.run({
        file: requireProgram('nats-server'),
        args: [
          `--addr=${address}`,
          `--port=${ports.nats}`,
          '--cluster_name=room-status',
          `--cluster=${routeOf(machine)}`,
          `--routes=${routes}`,
        ],
      }),
    });
    return { machine, service, url: `nats://${address}:${ports.nats}` };
  });
}

/** Resolves when one member is the primary and another one its synchronous standby. */
export async function untilSynchronous(members: readonly PatroniMember[], timeoutMs = startTimeoutMs): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const roles = await Promise.all(members.map((member) => member.role()));
    if (roles.includes('primary') && roles.includes('sync standby')) return;
    if (performance.now() > deadline) throw new Error(`PostgreSQL has no synchronous standby: ${roles.join(', ')}`);
    await pause(200);
  }
}

/** Creates the account and the database of the product, if they are missing. */
async function createApplicationDatabase(
  members: readonly PatroniMember[],
  passwords: Awaited<ReturnType<typeof createPatroni>>['passwords'],
): Promise<void> {
  const roles = await Promise.all(members.map((member) => member.role()));
  const primary = members[roles.indexOf('primary')];
  if (primary === undefined) throw new Error('PostgreSQL has no primary');
  await withClient(`postgres://postgres:${passwords.superuser}@${primary.postgresHost}/postgres`, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [application]);
    if (rowCount !== 0) return;
    const password = client.escapeLiteral(passwords.application);
    await client.query(`create role ${application} login password ${password}`);
    await client.query(`create database ${application} owner ${application}`);
  });
}
