/** Starts etcd with one member on each machine. It says which PostgreSQL is the primary. */
import { join } from 'node:path';
import { requireProgram } from '../../services/find-programs.mjs';
import { createService, type Service } from '../../services/service.ts';
import { type Machine, ports } from './machine.ts';

export interface EtcdMember {
  readonly machine: Machine;
  readonly service: Service;
  /** The `host:port` of its clients. */
  readonly clientHost: string;
}

/** Creates the services without starting them. A member is ready once a majority of the members runs. */
export function createEtcd(folder: string, machines: readonly Machine[]): readonly EtcdMember[] {
  const nameOf = ({ number }: Machine) => `etcd-${number}`;
  const peerUrlOf = ({ address }: Machine) => `http://${address}:${ports.etcdPeers}`;
  const initialCluster = machines.map((machine) => `${nameOf(machine)}=${peerUrlOf(machine)}`).join(',');
  return machines.map((machine) => {
    const [name, peerUrl] = [nameOf(machine), peerUrlOf(machine)];
    const clientHost = `${machine.address}:${ports.etcd}`;
    const service = createService({
      name,
      address: machine.address,
      port: ports.etcd,
      logFile: join(folder, `${name}.log`),
      ...machine.run({
        file: requireProgram('etcd'),
        args: [
          `--name=${name}`,
          `--data-dir=${join(folder, name)}`,
          `--initial-cluster=${initialCluster}`,
          `--listen-peer-urls=${peerUrl}`,
          `--initial-advertise-peer-urls=${peerUrl}`,
          `--listen-client-urls=http://${clientHost}`,
          `--advertise-client-urls=http://${clientHost}`,
          // Patroni 3.0 compares before it writes only with this interface.
          '--enable-v2=true',
          // A member that does not see the leader must not end its term while the others see it.
          '--pre-vote=true',
          '--auto-compaction-mode=periodic',
          '--auto-compaction-retention=1h',
        ],
      }),
      isReady: () => isHealthy(clientHost),
    });
    return { machine, clientHost, service };
  });
}

async function isHealthy(clientHost: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2_000);
  const response = await fetch(`http://${clientHost}/health`, { signal }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}
