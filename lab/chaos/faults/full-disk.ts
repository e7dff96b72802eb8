import { setTimeout as pause } from 'node:timers/promises';
import { fillDisk, freeDisk } from '../environments/small-disk.ts';
import { type Fault, present } from './fault.ts';

const fullMs = 5_000;
const maxChecks = 200;

export const fullDisk: Fault = {
  name: 'full-disk',
  title: 'disk full, then freed',
  environments: ['sqlite', 'cluster'],
  variant: 'small-disk',
  rounds: 3,
  inject: async ({ smallDisk, reporter }) => {
    const disk = present(smallDisk);
    const retriesBefore = reporter.retries();
    await fillDisk(disk);
    await pause(fullMs);
    // The database may have room in pages that it already owns. The disk is full once a report was not stored.
    for (let check = 0; check < maxChecks && reporter.retries() === retriesBefore; check += 1) {
      await fillDisk(disk);
      await pause(100);
    }
    const retries = reporter.retries() - retriesBefore;
    await freeDisk(disk);
    return retries === 0 ? { problem: 'every report was stored, so the disk was not full' } : {};
  },
};
