/** Every fault, in the order of the table. */
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { networkFaults } from './network-faults.ts';
import { processFaults } from './process-faults.ts';
import { reconnectStorm } from './reconnect-storm.ts';
import { rollingRestart } from './rolling-restart.ts';
import { stalledViewer } from './stalled-viewer.ts';
import { steppedClock } from './stepped-clock.ts';

export const allFaults: readonly Fault[] = [
  ...processFaults,
  ...networkFaults,
  fullDisk,
  steppedClock,
  rollingRestart,
  stalledViewer,
  reconnectStorm,
];
