/** The machines of a cluster that survives the loss of one of them. They share the kernel of this computer. */
import type { ServiceOptions } from '../../services/service.ts';

/** A program, and the user who runs it. */
type Command = Pick<ServiceOptions, 'file' | 'args' | 'spawnOptions'>;

export interface Machine {
  /** The number of the machine, counted from 1. */
  readonly number: number;
  readonly address: string;
  /** Returns the command that runs the program on this machine. */
  readonly run: (command: Command) => Command;
}

/**
 * The ports of the services, which are the same on each machine and after each start: etcd stores its addresses.
 */
export const ports = {
  etcd: 2379,
  etcdPeers: 2380,
  postgres: 5432,
  patroni: 8008,
  nats: 4222,
  natsRoutes: 6222,
} as const;

/**
 * Returns machines with addresses of the loopback interface: 127.0.1.1, 127.0.1.2 and so on. `network`: the first three
 * numbers of the addresses, which no other cluster on this computer may use.
 */
export function loopbackMachines(count: number, network = '127.0.1'): readonly Machine[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    address: `${network}.${index + 1}`,
    run: (command) => command,
  }));
}
