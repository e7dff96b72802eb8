/** All there is, in the order of the table. */
import { cutWays } from './cut-ways.ts';
import { fullDisk } from './full-disk.ts';
import { rollingRestart } from './rolling-restart.ts';
import { stalledViewer } from './stalled-viewer.ts';
import { stormOfViewers } from './storm-of-viewers.ts';
import { killedServer, killedServers } from './killed-server.ts';
import { steppedClock } from './stepped-clock.ts';
import { killedPostgres, stoppedNats, stoppedPostgres } from './stopped-services.ts';
import type { Violence } from './violence.ts';

export const allViolences: readonly Violence[] = [
  killedServer,
  killedServers,
  stoppedPostgres,
  killedPostgres,
  stoppedNats,
  ...cutWays,
  fullDisk,
  steppedClock,
  rollingRestart,
  stalledViewer,
  stormOfViewers,
];
