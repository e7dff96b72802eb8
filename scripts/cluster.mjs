/** `npm run cluster`: the topology of deploy/ as plain processes of this machine, with the machine's own packages. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runOnServices } = await import('./services/run-on-services.mjs');
await runOnServices('scripts/cluster/run-cluster.ts', ['postgres', 'nats', 'nginx', 'openssl']);
