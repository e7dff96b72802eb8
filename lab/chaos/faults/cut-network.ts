/** The way between a server process and what it stands on is cut, loudly or without a word. */
import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkPaths } from '../environments/environment.ts';
import { inTurn, type Fault } from './fault.ts';

const cutMs = 3_000;
/** Long enough that every patience with a silent line ends. */
const silentMs = 12_000;

function cut(name: string, title: string, way: keyof NetworkPaths, how: 'cut' | 'silence'): Fault {
  return {
    name,
    title,
    environments: ['cluster'],
    rounds: how === 'cut' ? 4 : 2,
    isInShortForm: way === 'bus' && how === 'cut',
    round: async ({ networkPaths }, round) => {
      const line = inTurn(networkPaths, round)[way];
      line[how]();
      await pause(how === 'cut' ? cutMs : silentMs);
      line.mend();
      return {};
    },
  };
}

export const cutNetworkFaults: readonly Fault[] = [
  cut('cut-postgres', 'way to PostgreSQL cut', 'database', 'cut'),
  cut('silence-postgres', 'way to PostgreSQL silent', 'database', 'silence'),
  cut('cut-nats', 'way to NATS cut', 'bus', 'cut'),
  cut('silence-nats', 'way to NATS silent', 'bus', 'silence'),
];
