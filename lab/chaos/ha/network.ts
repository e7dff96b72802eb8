/** A network between three machines of this computer, each with a network namespace of its own. This needs root. */
import { execFileSync } from 'node:child_process';
import type { Machine } from '../../../scripts/cluster/ha/machine.ts';
import { killAtExit } from '../../../scripts/services/kill-at-exit.ts';

export type Network = ReturnType<typeof createNetwork>;

export function createNetwork(machineCount: number) {
  if (process.getuid?.() !== 0) {
    throw new Error('Machines with a network of their own need root: run this as root.');
  }
  // The names and addresses of networks that run at the same time differ.
  const id = process.pid % 250;
  const bridge = `rsbr${process.pid}`;
  const machines = Array.from({ length: machineCount }, (_, index) => createMachine(index + 1, id));
  ip('link', 'add', bridge, 'type', 'bridge');
  const close = () => {
    cancel();
    for (const machine of machines) {
      // A namespace lives until its last process has ended, and would keep the port's name from the next network.
      ignoreError(() => ip('link', 'delete', portOf(machine)));
      ignoreError(() => ip('netns', 'delete', machine.namespace));
    }
    ignoreError(() => ip('link', 'delete', bridge));
  };
  const cancel = killAtExit(close);
  ip('address', 'add', `10.213.${id}.254/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const machine of machines) connect(machine, bridge);
  const setPort = (machine: Machine, ...settings: string[]) => ip('link', 'set', portOf(machine), ...settings);

  return {
    machines,
    /** Cuts the machine off from all others and from the servers. */
    isolate: (machine: Machine) => setPort(machine, 'down'),
    /** Cuts these machines off from each other. All others still reach both. */
    separate: (pair: readonly Machine[]) => {
      for (const machine of pair) setPort(machine, 'type', 'bridge_slave', 'isolated', 'on');
    },
    mend: () => {
      for (const machine of machines) {
        setPort(machine, 'up');
        setPort(machine, 'type', 'bridge_slave', 'isolated', 'off');
      }
    },
    close,
  };
}

interface NetworkMachine extends Machine {
  readonly namespace: string;
}

function createMachine(number: number, id: number): NetworkMachine {
  const namespace = `rs-${process.pid}-${number}`;
  return {
    number,
    address: `10.213.${id}.${number}`,
    namespace,
    run: ({ file, args, spawnOptions: { uid, gid, ...spawnOptions } = {} }) => ({
      file: 'nsenter',
      args: [
        `--net=/run/netns/${namespace}`,
        ...(uid === undefined ? [] : [`--setuid=${uid}`, `--setgid=${gid}`]),
        file,
        ...args,
      ],
      spawnOptions,
    }),
  };
}

/** The name of the port of the bridge that leads to the machine. */
function portOf({ number }: Machine): string {
  return `rs${process.pid}p${number}`;
}

function connect(machine: NetworkMachine, bridge: string): void {
  const { namespace, address } = machine;
  const inside = `rs${process.pid}i${machine.number}`;
  ip('netns', 'add', namespace);
  ip('link', 'add', portOf(machine), 'type', 'veth', 'peer', 'name', inside, 'netns', namespace);
  ip('link', 'set', portOf(machine), 'master', bridge, 'up');
  ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', inside);
  ip('-n', namespace, 'link', 'set', inside, 'up');
  ip('-n', namespace, 'link', 'set', 'lo', 'up');
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function ignoreError(work: () => void): void {
  try {
    work();
  } catch {
    // The namespace or the bridge is gone already.
  }
}
