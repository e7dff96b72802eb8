import { startClusterOn } from '../../../scripts/cluster/cluster.ts';
import { startHaServices } from '../../../scripts/cluster/ha/ha-services.ts';
import type { Machine } from '../../../scripts/cluster/ha/machine.ts';
import type { PatroniMember } from '../../../scripts/cluster/ha/patroni.ts';
import { type Supervised, supervise } from '../../../scripts/services/supervisor.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { createNetwork, type Network } from '../ha/network.ts';
import { localServices, type StartServers } from './servers.ts';
import { trustFront } from './trust-front.ts';

interface MachineService {
  readonly machine: Machine;
  readonly process: Supervised;
}

/** The services on three machines, and the network between them. */
export interface HaCluster {
  readonly network: Network;
  readonly postgres: readonly (MachineService & { readonly member: PatroniMember })[];
  readonly etcd: readonly (MachineService & { readonly clientHost: string })[];
  readonly nats: readonly MachineService[];
}

/** A PostgreSQL with these settings keeps few log segments, so that a small disk can be filled. */
const parameters = { min_wal_size: '32MB', max_wal_size: '48MB', wal_keep_size: '16MB' };

/** Starts two server processes behind the TLS front, on three machines with etcd, PostgreSQL and NATS. */
export const startHaServers: StartServers = async (folder, releaseLink, firstSettings) => {
  const network = createNetwork(3);
  const options = {
    folder,
    processes: 2,
    root: releaseLink,
    settingsFor: async (index: number) => ({ ...localServices, ...(index === 0 ? firstSettings : {}) }),
  };
  const cluster = await startClusterOn(options, (dataFolder, onStart) =>
    startHaServices({ folder: dataFolder, machines: network.machines, parameters, onStart }),
  );
  const url = await trustFront(cluster.front);
  const database = await openPostgresDatabase({ url: cluster.databaseUrl, poolSize: 2 });
  const [front, apps] = [supervise(cluster.front), cluster.apps.map((app) => supervise(app))];
  const postgres = cluster.postgres.map((member) => ({
    member,
    machine: member.machine,
    process: supervise(member.service),
  }));
  const etcd = cluster.etcd.map((member) => ({ ...member, process: supervise(member.service) }));
  const nats = cluster.nats.map((node) => ({ ...node, process: supervise(node.service) }));
  const shared = [...postgres, ...nats, ...etcd].map(({ process }) => process);
  const ha = { network, postgres, etcd, nats };
  return { url, apps, ha, processes: [front, ...apps, ...shared], networkPaths: [], database };
};
