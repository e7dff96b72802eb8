/** All there is, in the order of the table. */
import { cutNetworkFaults } from './cut-network.ts';
import { fullDisk } from './full-disk.ts';
import { rollingRestart } from './rolling-restart.ts';
import { stalledViewer } from './stalled-viewer.ts';
import { reconnectStorm } from './reconnect-storm.ts';
import { killedServer, killedServers } from './killed-server.ts';
import { steppedClock } from './stepped-clock.ts';
import { killedPostgres, stoppedNats, stoppedPostgres } from './stopped-services.ts';
import type { Fault } from './fault.ts';

export const allFaults: readonly Fault[] = [
  killedServer,
  killedServers,
  stoppedPostgres,
  killedPostgres,
  stoppedNats,
  ...cutNetworkFaults,
  fullDisk,
  steppedClock,
  rollingRestart,
  stalledViewer,
  reconnectStorm,
];
