import { setTimeout as pause } from 'node:timers/promises';
import { fillDisk, freeDisk } from '../environments/small-disk.ts';
import { present, type Fault } from './fault.ts';

const fullMs = 5_000;

export const fullDisk: Fault = {
  name: 'full-disk',
  title: 'disk full, and freed',
  environments: ['sqlite', 'cluster'],
  need: 'small-disk',
  rounds: 3,
  round: async ({ smallDisk, reporter }) => {
    const repeatsBefore = reporter.repeats();
    await fillDisk(present(smallDisk));
    await pause(fullMs);
    // Some room may be left in pages that were taken before: it is full when a report could not be stored.
    for (let look = 0; look < 200 && reporter.repeats() === repeatsBefore; look += 1) {
      await fillDisk(present(smallDisk));
      await pause(100);
    }
    const turnedAway = reporter.repeats() - repeatsBefore;
    await freeDisk(present(smallDisk));
    return turnedAway === 0 ? { finding: 'nothing was turned away: the disk was not full' } : {};
  },
};
