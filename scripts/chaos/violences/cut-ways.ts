/** The way between a server process and what it stands on is cut, loudly or without a word. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Ways } from '../set-ups/stage.ts';
import { inTurn, type Violence } from './violence.ts';

const cutMs = 3_000;
/** Long enough that every patience with a silent line ends. */
const silentMs = 12_000;

function cut(name: string, title: string, way: keyof Ways, how: 'cut' | 'silence'): Violence {
  return {
    name,
    title,
    setUps: ['cluster'],
    rounds: how === 'cut' ? 4 : 2,
    isInShortForm: way === 'bus' && how === 'cut',
    round: async ({ ways }, round) => {
      const line = inTurn(ways, round)[way];
      line[how]();
      await pause(how === 'cut' ? cutMs : silentMs);
      line.mend();
      return {};
    },
  };
}

export const cutWays: readonly Violence[] = [
  cut('cut-postgres', 'way to PostgreSQL cut', 'database', 'cut'),
  cut('silence-postgres', 'way to PostgreSQL silent', 'database', 'silence'),
  cut('cut-nats', 'way to NATS cut', 'bus', 'cut'),
  cut('silence-nats', 'way to NATS silent', 'bus', 'silence'),
];
