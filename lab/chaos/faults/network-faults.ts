/** The network between a server process and PostgreSQL or NATS fails: connections are reset, or packets are dropped. */
import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkPaths } from '../environments/servers.ts';
import { type Fault, inTurn } from './fault.ts';

const cutMs = 3_000;
/** Longer than every timeout of the server for a connection that sends nothing. */
const silentMs = 12_000;

export const networkFaults: readonly Fault[] = [
  networkFault('cut-postgres', 'connections to PostgreSQL reset', 'database', 'cut'),
  networkFault('silence-postgres', 'packets from PostgreSQL dropped', 'database', 'silence'),
  networkFault('cut-nats', 'connections to NATS reset', 'bus', 'cut'),
  networkFault('silence-nats', 'packets from NATS dropped', 'bus', 'silence'),
];

function networkFault(name: string, title: string, path: keyof NetworkPaths, how: 'cut' | 'silence'): Fault {
  return {
    name,
    title,
    environments: ['cluster'],
    rounds: how === 'cut' ? 4 : 2,
    isInShortForm: path === 'bus' && how === 'cut',
    inject: async ({ networkPaths }, round) => {
      const proxy = inTurn(networkPaths, round)[path];
      proxy[how]();
      await pause(how === 'cut' ? cutMs : silentMs);
      proxy.mend();
      return {};
    },
  };
}
