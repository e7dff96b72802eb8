/** `npm run bench`: measures what the product costs, with peers in the same run. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runOnServices } = await import('./services/run-on-services.mjs');
await runOnServices('bench/run-bench.ts', ['postgres', 'nats', 'mosquitto', 'nginx', 'nchan']);
