/** Faults of the machine: the network to PostgreSQL or NATS fails, the disk is full, or the clock is stepped. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fillDisk, freeDisk } from '../../../tests/support/app/small-disk.ts';
import { inTurn } from '../../shared/present.ts';
import type { NetworkPaths } from '../servers/servers.ts';
import { countOfflineAlarms } from '../expected-state.ts';
import type { Fault } from '../fault.ts';
import { waitFor } from '../wait-for.ts';

const cutMs = 3_000;
/** How long a network path is silent. This is longer than every timeout of the server for a silent connection. */
const silentMs = 12_000;
const fullDiskMs = 5_000;
const fillTimeoutMs = 30_000;
const hourSeconds = 3_600;
const steppedMs = 12_000;
const maxClockErrorSeconds = 5;

export const machineFaults: readonly Fault[] = [
  networkFault('cut-postgres', 'connections to PostgreSQL reset', 'database', 'cut'),
  networkFault('silence-postgres', 'packets from PostgreSQL dropped', 'database', 'silence'),
  { ...networkFault('cut-nats', 'connections to NATS reset', 'bus', 'cut'), isInShortForm: true },
  networkFault('silence-nats', 'packets from NATS dropped', 'bus', 'silence'),
  {
    name: 'full-disk',
    title: 'disk full, then freed',
    variant: 'small-disk',
    inject: async ({ dataFolder, reporter }) => {
      const retriesBefore = reporter.failedPosts();
      const fillAndCheck = async () => {
        await fillDisk(dataFolder);
        return reporter.failedPosts() > retriesBefore;
      };
      // The database may still have unused pages, so the disk counts as full only when a report could not be stored.
      const fullAfterMs = await waitFor(fillAndCheck, fillTimeoutMs);
      await pause(fullDiskMs);
      await freeDisk(dataFolder);
      return fullAfterMs === undefined ? { problem: 'every report was stored, so the disk was not full' } : {};
    },
  },
  {
    name: 'step-clock',
    title: 'clock stepped by an hour, forward or back, and corrected',
    variant: 'fake-clock',
    rounds: 2,
    inject: async ({ clockFile, database, apps }, round) => {
      const alarmsBefore = await countOfflineAlarms(database);
      for (const seconds of [round % 2 === 0 ? hourSeconds : -hourSeconds, 0]) {
        await writeFile(clockFile, seconds < 0 ? String(seconds) : `+${seconds}`);
        await pause(steppedMs);
        const offset = await clockOffset(inTurn(apps, 0).service.port);
        if (Math.abs(offset - seconds) > maxClockErrorSeconds)
          return { problem: `the clock is off by ${offset} s instead of ${seconds} s` };
      }
      const alarms = (await countOfflineAlarms(database)) - alarmsBefore;
      return alarms === 0 ? {} : { problem: `${alarms} rooms were reported offline` };
    },
  },
];

function networkFault(name: string, title: string, path: keyof NetworkPaths, how: 'cut' | 'silence'): Fault {
  return {
    name,
    title,
    onlyIn: 'cluster',
    rounds: how === 'cut' ? 4 : 2,
    inject: async ({ networkPaths }, round) => {
      const proxy = inTurn(networkPaths, round)[path];
      proxy[how]();
      await pause(how === 'cut' ? cutMs : silentMs);
      proxy.mend();
    },
  };
}

/** Returns the seconds by which the clock of the process on this port is ahead, from the date of its response. */
async function clockOffset(port: number): Promise<number> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/health`);
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 1000);
}
