import { inTurn, type Fault } from './fault.ts';

export const killedServer: Fault = {
  name: 'kill-server',
  title: 'kill -9 of a server process',
  environments: ['sqlite', 'cluster'],
  rounds: 20,
  isInShortForm: true,
  round: async ({ apps }, round) => {
    const app = inTurn(apps, round);
    await app.kill();
    await app.back();
    return {};
  },
};

export const killedServers: Fault = {
  name: 'kill-all-servers',
  title: 'kill -9 of all server processes at once',
  environments: ['cluster'],
  rounds: 5,
  round: async ({ apps }) => {
    await Promise.all(apps.map((app) => app.kill()));
    await Promise.all(apps.map((app) => app.back()));
    return {};
  },
};
