/** Measures how long all viewers need after the server was killed, and what the server spends on them. */
import { pidOf, viewersPerWard, withServer } from '../bench-server.ts';
import { cores, pin, startCpuMeter } from '../measure/processes.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const allViewers = 10_000;
const quickViewers = 1_000;

const rowNames = {
  seconds: `${allViewers} viewers back with their lists after kill -9`,
  cpu: `processor time of the server until ${allViewers} viewers are back`,
} as const;

const reason =
  'The goal leaves 150 µs for each viewer. The check of the ES256 signature of its token takes 100 µs (decision 068). Two requests and a list with plain node:http take 60 µs, and 105 µs right after a start, before their code is compiled. The rest is routing, rights, the query for ended sessions and the first read of each ward.';

export const recovery: Bench = {
  name: 'recovery',
  about: `${allViewers} viewers, each with an access token of its own, hold event streams. The server is killed and started again. From the moment it is healthy, all viewers connect, 256 at a time, and each fetches the list of its ward once its event stream is open.`,
  rows: [
    { name: rowNames.seconds, unit: 's', goal: { atMost: 5 } },
    { name: rowNames.cpu, unit: 's', goal: { atMost: 1.5 }, reason },
  ],
  measure: ({ isQuick }) => {
    const viewers = isQuick ? quickViewers : allViewers;
    const options = { wardCount: Math.ceil(viewers / viewersPerWard), tokens: viewers };
    return withServer(options, async ({ app, load }): Promise<Sample[]> => {
      await load.open(viewers, viewersPerWard);
      await app.kill();
      await load.close();
      await app.start();
      pin(pidOf(app), cores.server);
      const cpu = startCpuMeter({ pid: pidOf(app) });
      const { seconds } = await load.open(viewers, viewersPerWard, { withLists: true });
      // A quick run has fewer viewers, so the measured time is scaled up to all viewers.
      const scale = allViewers / viewers;
      return [
        { row: rowNames.seconds, subject: ours, value: seconds * scale },
        { row: rowNames.cpu, subject: ours, value: cpu(1e6).app * scale },
      ];
    });
  },
};
